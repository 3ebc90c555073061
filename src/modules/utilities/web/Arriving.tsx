import { clsx } from 'clsx';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../../../platform/web/ui/frame/ErrorBoundary.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';

interface Props {
  /** Approximate final height, to limit layout shift. */
  className: string;
  children: ReactNode;
}

/** A lazily loaded section; if it fails, the rest of the page is unaffected. */
export function Arriving({ className, children }: Props) {
  return (
    <ErrorBoundary place="panel" className={className}>
      <Suspense fallback={<Skeleton className={clsx('w-full rounded-md', className)} />}>
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}
