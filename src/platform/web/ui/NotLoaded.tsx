import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import type { IconSource } from './icon.tsx';

interface Props {
  /** Sentence case: `This deal`. */
  what: string;
  icon?: IconSource;
  onRetry: () => void;
}

/** Replaces something that could not be loaded, with a button to retry. */
export function NotLoaded({ what, icon, onRetry }: Props) {
  return (
    <EmptyState
      icon={icon}
      title={`Couldn’t load ${what.charAt(0).toLowerCase()}${what.slice(1)}`}
      description="The server didn’t respond as expected."
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
