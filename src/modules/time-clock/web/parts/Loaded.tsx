import type { ReactNode } from 'react';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';

interface Props<T> {
  data: T | undefined;
  isError: boolean;
  /** Name of what is loaded, for the error message. */
  what: string;
  onRetry: () => void;
  children: (data: T) => ReactNode;
}

/** The loaded content, a skeleton while loading, or an error with retry. */
export function Loaded<T>({ data, isError, what, onRetry, children }: Props<T>) {
  if (data !== undefined) return children(data);
  if (!isError) return <Skeleton className="h-96" />;
  return <NotLoaded what={`the ${what}`} onRetry={onRetry} />;
}
