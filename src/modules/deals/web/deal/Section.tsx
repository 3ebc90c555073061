import type { ReactNode } from 'react';

interface Props {
  label: string;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled section of the deal page. */
export function Section({ label, aside, children }: Props) {
  return (
    <section aria-label={label} className="min-w-0">
      <div className="flex items-baseline justify-between gap-4 border-b border-border pb-2">
        <h3 className="text-sm font-semibold text-text">{label}</h3>
        {aside && <span className="text-sm text-muted tabular-nums">{aside}</span>}
      </div>
      <div className="pt-3">{children}</div>
    </section>
  );
}
