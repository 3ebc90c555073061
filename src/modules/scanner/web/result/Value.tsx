import { clsx } from 'clsx';

interface Props {
  value: string;
  /** Places to point at, the first is 0. */
  marked?: readonly number[] | undefined;
  className?: string | undefined;
}

/** A number as it stands on the car; the marked places are underlined and heavier. */
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

/** The text between marked places, and each of those by itself. */
function runsOf(value: string, marked: readonly number[]) {
  const cuts = [0, ...marked.flatMap((at) => [at, at + 1]), value.length];
  const starts = [...new Set(cuts)].filter((at) => at <= value.length).sort((a, b) => a - b);
  return starts
    .slice(0, -1)
    .map((start, at) => ({ start, text: value.slice(start, starts[at + 1]) }));
}
