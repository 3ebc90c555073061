import type { ReactNode } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
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
  return (
    <EmptyState
      title={`Couldn't load the ${what}`}
      description="Check the link or try again."
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
