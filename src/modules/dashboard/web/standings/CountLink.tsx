import { Link } from 'wouter';
import { countOf } from '../words.ts';

interface Props {
  count: number;
  /** Where the rows are that are counted. */
  href: string;
  what: string;
  /** Stands behind the number. */
  note?: string;
}

/** A number that leads to the rows it counts. */
export function CountLink({ count, href, what, note }: Props) {
  return (
    <Link
      href={href}
      aria-label={`${countOf(count)} ${what}${note ? `, ${note}` : ''}`}
      className="inline-flex items-center justify-end gap-1 font-medium whitespace-nowrap text-accent hover:underline touch:min-h-10"
    >
      {countOf(count)}
      {note && <span className="text-xs font-normal text-muted">{note}</span>}
    </Link>
  );
}
