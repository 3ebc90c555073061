import type { ReactNode } from 'react';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';

interface Props<T> {
  data: T | undefined;
  /** Why it could not be loaded; null if it was, or is loading. */
  error: Error | null;
  /** Name of what is loaded, for the error message. */
  what: string;
  onRetry: () => void;
  children: (data: T) => ReactNode;
}

/** The loaded content, a skeleton while loading, or an error with retry. */
export function Loaded<T>({ data, error, what, onRetry, children }: Props<T>) {
  if (data !== undefined) return children(data);
  if (!error) return <Skeleton className="h-96" />;
  return <NotLoaded what={`the ${what}`} error={error} onRetry={onRetry} />;
}
