import { Link } from 'wouter';
import { countOf } from '../labels.ts';

interface Props {
  count: number;
  /** Where the rows are that are counted. */
  href: string;
  what: string;
  /** Stands with the number, where there is little room: `what` says it in full. */
  note?: string;
}

/** A number that leads to the rows it counts. */
export function CountLink({ count, href, what, note }: Props) {
  return (
    <Link
      href={href}
      aria-label={`${countOf(count)} ${what}`}
      className="inline-flex items-baseline justify-end gap-x-2 font-medium whitespace-nowrap text-accent hover:underline touch:min-h-10 touch:items-center @5xl:flex-col @5xl:items-end"
    >
      {countOf(count)}
      {note && <span className="text-xs font-normal text-muted">{note}</span>}
    </Link>
  );
}
