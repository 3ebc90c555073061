import { clsx } from 'clsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface CountBadgeProps {
  count: number;
  /** Read out after the number, such as "unread". */
  label?: string | undefined;
  /** `quiet` for a plain count, `loud` for what needs attention. */
  tone?: 'loud' | 'quiet' | undefined;
  className?: string | undefined;
}

/** A count badge: nothing at zero, 99+ past ninety-nine. */
export function CountBadge({ count, label, tone = 'loud', className }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      className={clsx(
        'inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-full px-1.5',
        'text-xs leading-none font-medium tabular-nums',
        tone === 'loud' ? 'bg-accent text-accent-text' : 'bg-fill text-text',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
      {label && <VisuallyHidden>{` ${label}`}</VisuallyHidden>}
    </span>
  );
}
