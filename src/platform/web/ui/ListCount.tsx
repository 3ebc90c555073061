import { plural } from '../format/amounts.ts';

interface Props {
  /** Undefined while loading. */
  count: { count: number; isMore: boolean } | undefined;
  one: string;
  /** The number without filters, where it is known. */
  of?: number;
}

/** The number of rows that match the filters. */
export function ListCount({ count, one, of }: Props) {
  const isPart = count && of !== undefined && of !== count.count;
  return (
    <p role="status" className="min-h-5 text-sm text-muted tabular-nums">
      {isPart
        ? `${count.count.toLocaleString('en-US')} of ${plural(of, one)}`
        : count && `${count.isMore ? 'More than ' : ''}${plural(count.count, one)}`}
    </p>
  );
}
