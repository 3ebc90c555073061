import type { ReactNode } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';

interface Props<T> {
  data: T | undefined;
  isError: boolean;
  /** What is loaded, in a word. */
  what: string;
  onRetry: () => void;
  children: (data: T) => ReactNode;
}

/** What was loaded, the shape of it while it comes, or a way to ask again. */
export function Loaded<T>({ data, isError, what, onRetry, children }: Props<T>) {
  if (data !== undefined) return children(data);
  if (!isError) return <Skeleton className="h-96" />;
  return (
    <EmptyState
      title={`The ${what} could not be loaded`}
      description="Check the address, or try again."
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
