import { Link } from 'wouter';
import { countOf } from '../labels.ts';

interface Props {
  count: number;
  href: string;
  what: string;
  /** A short note beside the number; `what` has the full text. */
  note?: string;
}

/** A number that links to the records it counts. */
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
