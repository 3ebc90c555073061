import type { ReactNode } from 'react';

/** Whoever has no pointer scrolls with the arrow keys. */
const scrollableByKeys = { tabIndex: 0 };

interface Props {
  label: string;
  /** Stays above what scrolls. */
  head?: ReactNode;
  children: ReactNode;
}

/** What a tab holds. Each has the same height, so that nothing around it moves. */
export function Pane({ label, head, children }: Props) {
  return (
    <div className="flex h-[clamp(14rem,34dvh,24rem)] flex-col gap-3">
      {head}
      <section
        aria-label={label}
        className="relative min-h-0 flex-1 overflow-y-auto rounded-md border border-border"
        {...scrollableByKeys}
      >
        {children}
      </section>
    </div>
  );
}
