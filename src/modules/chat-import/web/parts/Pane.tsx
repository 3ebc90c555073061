import type { ReactNode } from 'react';

/** Focusable, so that keyboard users can scroll. */
const scrollableByKeys = { tabIndex: 0 };

interface Props {
  label: string;
  /** Stays above the scrolling content. */
  head?: ReactNode;
  children: ReactNode;
}

/** A tab panel. All have the same height, so that nothing around them moves. */
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
