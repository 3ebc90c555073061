import { clsx } from 'clsx';

/** Holds the place of what comes; give it that thing's size. It does not move. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block rounded-sm bg-fill', className)} />;
}
