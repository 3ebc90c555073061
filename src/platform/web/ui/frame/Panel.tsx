import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';

interface Props {
  title: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A titled section of a page. */
export function Panel({ title, note, action, className, children }: Props) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={clsx('min-w-0', className)}>
      <header className="mb-3 flex min-h-row flex-wrap items-center gap-x-3">
        <h2 id={titleId} className="text-lg font-semibold text-text">
          {title}
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
        {action && <div className="ml-auto">{action}</div>}
      </header>
      <ErrorBoundary place="panel">{children}</ErrorBoundary>
    </section>
  );
}
