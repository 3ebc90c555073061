import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import type { IconSource } from './icon.tsx';

interface Props {
  /** As a sentence begins: `This deal`. */
  what: string;
  icon?: IconSource;
  onRetry: () => void;
}

/** Stands where something is that could not be asked for: the way to it is to ask again. */
export function NotLoaded({ what, icon, onRetry }: Props) {
  return (
    <EmptyState
      icon={icon}
      title={`${what} could not be loaded`}
      description="The server did not answer as expected."
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
