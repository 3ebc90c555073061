import { clsx } from 'clsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** Loading. With a `label` it is announced; without one the text beside it says so. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const ring = (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={clsx('spinner size-4', className)}>
      <circle cx="8" cy="8" r="6.5" className="fill-none stroke-current stroke-2 opacity-25" />
      <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" className="fill-none stroke-current stroke-2" />
    </svg>
  );
  if (!label) return ring;
  return (
    <span role="status" className="inline-flex items-center text-muted">
      {ring}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
