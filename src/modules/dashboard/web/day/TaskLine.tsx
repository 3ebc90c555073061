import { Clock } from 'lucide-react';
import { Link } from 'wouter';
import { nearTime } from '../../../../platform/web/time/relativeTime.ts';
import type { Errand } from '../../contract.ts';

interface Props {
  errand: Errand;
  late: string;
}

export function TaskLine({ errand, late }: Props) {
  const { title, whose, at, isLate, href } = errand;
  return (
    <li>
      <Link
        href={href}
        className="-mx-2 flex min-h-12 items-start justify-between gap-3 rounded-sm px-2 py-2 hover:bg-hover hover:no-underline"
      >
        <span className="min-w-0">
          <span className="block text-sm font-medium text-text max-sm:line-clamp-2 sm:truncate">
            {title}
          </span>
          <span className="block truncate text-xs text-muted">{whose}</span>
        </span>
        {at && (
          <span
            className={
              isLate
                ? 'flex shrink-0 items-center gap-1 text-xs font-medium text-danger'
                : 'shrink-0 text-xs text-muted'
            }
          >
            {isLate && <Clock aria-hidden="true" className="size-3" />}
            {isLate ? `${late} ${nearTime(at)}` : nearTime(at)}
          </span>
        )}
      </Link>
    </li>
  );
}
