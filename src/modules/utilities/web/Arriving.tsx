import { clsx } from 'clsx';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../../../platform/web/frame/ErrorBoundary.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';

interface Props {
  /** About as high as what comes, so that little moves when it is there. */
  className: string;
  children: ReactNode;
}

/** A part that is fetched for itself: what becomes of it is no other part's trouble. */
export function Arriving({ className, children }: Props) {
  return (
    <ErrorBoundary place="panel" className={className}>
      <Suspense fallback={<Skeleton className={clsx('w-full rounded-md', className)} />}>
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}
