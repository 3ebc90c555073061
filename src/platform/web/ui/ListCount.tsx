import { plural } from '../format/amounts.ts';

interface Props {
  /** Undefined while it is not known. */
  count: { count: number; isMore: boolean } | undefined;
  one: string;
}

/** How many rows the filters of a list leave. */
export function ListCount({ count, one }: Props) {
  return (
    <p role="status" className="min-h-5 text-sm text-muted tabular-nums">
      {count && `${count.isMore ? 'More than ' : ''}${plural(count.count, one)}`}
    </p>
  );
}
