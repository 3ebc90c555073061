import { Button } from '../Button.tsx';
import { InPlace, type PlaceProps } from '../frame/Place.tsx';
import type { LoadState } from './loader.ts';

interface Props extends PlaceProps {
  state: Extract<LoadState<unknown>, { status: 'failed' }>;
  onRetry: () => void;
}

/** Replaces a part of the application that could not be loaded yet. */
export function NotFetched({ state, onRetry, ...place }: Props) {
  const reload = () => window.location.reload();
  return (
    <InPlace
      {...place}
      sentence={sentenceOf(state)}
      action={
        state.outdated || state.stuck ? (
          <Button size="sm" onClick={reload}>
            Reload
          </Button>
        ) : (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    />
  );
}

function sentenceOf({ offline, outdated }: Props['state']): string {
  if (offline) return 'You’re offline. This will load when you’re back.';
  if (outdated) return 'Forecourt was updated. Reload to see this part.';
  return 'Couldn’t load this part. Trying again…';
}
