import { clsx } from 'clsx';

/** A placeholder of the same size as the content it stands for. It does not animate. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block rounded-sm bg-fill', className)} />;
}
