import type { ReactNode } from 'react';
import { isMissing } from '../api/isMissing.ts';
import { EmptyState } from './EmptyState.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { Skeleton } from './Skeleton.tsx';

interface Props<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** For the message if it fails: `your hours`. */
  what: string;
  children: (data: T) => ReactNode;
}

/** What a query loaded, a skeleton meanwhile, or an error with a button to retry. */
export function Loaded<T>({ query: { data, error, refetch }, what, children }: Props<T>) {
  if (isMissing(error)) {
    return (
      <EmptyState title="No access" description="This doesn’t exist, or you don’t have access." />
    );
  }
  if (data !== undefined) return children(data);
  if (!error) return <Skeleton className="h-96" />;
  return <NotLoaded what={what} error={error} onRetry={refetch} />;
}
