import { clsx } from 'clsx';

interface Props {
  value: string;
  /** Indexes of the characters to highlight. */
  marked?: readonly number[] | undefined;
  className?: string | undefined;
}

/** A scanned value; marked characters are bold and underlined. */
export function Value({ value, marked = [], className }: Props) {
  return (
    <span className={clsx('font-mono break-all text-text', className)}>
      {runsOf(value, marked).map(({ text, start }) =>
        marked.includes(start) ? (
          <mark
            key={start}
            className="bg-transparent font-bold text-accent-strong underline underline-offset-4"
          >
            {text}
          </mark>
        ) : (
          <span key={start}>{text}</span>
        ),
      )}
    </span>
  );
}

/** Splits the text into unmarked runs and single marked characters. */
function runsOf(value: string, marked: readonly number[]) {
  const cuts = [0, ...marked.flatMap((at) => [at, at + 1]), value.length];
  const starts = [...new Set(cuts)].filter((at) => at <= value.length).sort((a, b) => a - b);
  return starts
    .slice(0, -1)
    .map((start, at) => ({ start, text: value.slice(start, starts[at + 1]) }));
}
