import { plural } from '../format/amounts.ts';

interface Props {
  /** Undefined while loading. */
  count: { count: number; isMore: boolean } | undefined;
  one: string;
}

/** The number of rows that match the filters. */
export function ListCount({ count, one }: Props) {
  return (
    <p role="status" className="min-h-5 text-sm text-muted tabular-nums">
      {count && `${count.isMore ? 'More than ' : ''}${plural(count.count, one)}`}
    </p>
  );
}
