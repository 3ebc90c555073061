import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import { listLink } from '../router/scrollPositions.ts';
import { buttonClasses } from '../ui/Button.tsx';

interface Props {
  href: string;
  label: string;
  className?: string;
}

/** The way back from a record to its list, as that was left. */
export function ListLink({ href, label, className }: Props) {
  return (
    <Link
      {...listLink(href)}
      className={clsx(
        'inline-flex items-center gap-1.5 text-sm text-muted hover:text-text hover:no-underline touch:min-h-10',
        className,
      )}
    >
      <ArrowLeft aria-hidden="true" className="size-3.5" />
      {label}
    </Link>
  );
}

/** The same, for a page that has nothing else to show. */
export function ListButton({ href, label }: Pick<Props, 'href' | 'label'>) {
  return (
    <Link {...listLink(href)} className={buttonClasses()}>
      {label}
    </Link>
  );
}
