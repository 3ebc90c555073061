import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** A button beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, action, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="border-t border-border py-4 first:border-t-0 first:pt-0"
    >
      <div className="flex min-h-7 items-center justify-between gap-3 pb-2">
        <h2 id={id} className="text-sm font-semibold text-text">
          {title}
        </h2>
        {/* The label of a ghost button ends where the section does, and not its invisible edge. */}
        {action && <div className="has-data-ghost:-mr-2.5">{action}</div>}
      </div>
      {children}
    </section>
  );
}
