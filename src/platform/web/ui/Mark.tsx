import { clsx } from 'clsx';

/** The logo: a canopy over a road line, in the text color. Drawn on the 16 px grid. */
export function Mark({ className, title }: { className?: string; title?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={clsx('size-6 shrink-0', className)}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <path
        fill="currentColor"
        d="M2 2h14l-1.4 3.4H6.4V7h6l-1.2 3H6.4v1.5h-3V5.4H.6ZM.6 13H7v2H.6Zm8.4 0h6.4v2H9Z"
      />
    </svg>
  );
}

/** The logo with the product name. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2 text-text', className)}>
      <Mark className="text-accent" />
      <span className="text-lg font-semibold tracking-tight">Forecourt</span>
    </span>
  );
}
