import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface Props {
  icon: LucideIcon;
  title: string;
  description?: ReactNode;
  /** At the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A card of the system page. */
export function Card({ icon: Icon, title, description, action, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-md border border-border bg-surface">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-border px-4 py-2.5">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-base font-semibold text-text">
            {title}
          </h2>
          {description && <p className="text-sm text-muted text-pretty">{description}</p>}
        </div>
        {action}
      </div>
      <div className="p-4">{children}</div>
    </section>
  );
}
