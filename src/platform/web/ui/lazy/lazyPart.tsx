import {
  type ComponentType,
  createContext,
  createElement,
  type FunctionComponent,
  use,
  useEffect,
  useSyncExternalStore,
} from 'react';
import { reloadIfOutdated } from '../../network/version.ts';
import { ErrorBoundary } from '../frame/ErrorBoundary.tsx';
import type { Place } from '../frame/Place.tsx';
import { firstScreen } from './firstScreen.ts';
import { Loader, type LoadState } from './loader.ts';
import { NotFetched } from './NotFetched.tsx';

/** Around what the server draws and the browser does not hydrate: every part that is loaded is drawn there. */
export const NotHydrated = createContext(false);

interface Options {
  /** Where the part is shown, which determines how a failed load looks. */
  place: Place;
  /** Approximate height of the part, to avoid layout shifts: `h-72`. */
  className?: string;
  /** The first screen can be shown without it: it is fetched only then. */
  isLate?: true;
}

export type LazyPart<P extends object> = FunctionComponent<P> & {
  /** Preloads it; resolves when the attempt is over, whatever the result. */
  load: () => Promise<void>;
  /** Whether the last attempt succeeded. */
  isLoaded: () => boolean;
};

/**
 * A component that is loaded when first shown, under the `Suspense` around it. Unlike `React.lazy`, whose first
 * failure is final, it reports a failed load in its own place, and retries when the network returns. Rendering
 * failures are contained too.
 */
export function lazyPart<P extends object>(
  fetchPart: () => Promise<{ default: ComponentType<P> }>,
  { isLate, ...options }: Options,
): LazyPart<P> {
  const loader = new Loader(async () => {
    if (isLate) await firstScreen;
    return (await fetchPart()).default;
  });
  const part = (partProps: P) => createElement(Fetched<P>, { loader, partProps, ...options });
  const isLoaded = () => loader.state().status === 'ready';
  return Object.assign(part, { load: loader.load, isLoaded });
}

interface FetchedProps<P extends object> extends Omit<Options, 'isLate'> {
  loader: Loader<ComponentType<P>>;
  partProps: P;
}

function Fetched<P extends object>({ loader, partProps, place, className }: FetchedProps<P>) {
  // The server draws the layout and the page, which are loaded before. What else they show comes after hydration.
  const isFirst = place === 'page' || place === 'window';
  const isDrawn = use(NotHydrated) && loader.state().status === 'ready';
  const drawn = isFirst || isDrawn ? loader.state : notDrawn;
  const state = useSyncExternalStore<LoadState<ComponentType<P>> | null>(
    loader.watch,
    loader.state,
    drawn,
  );
  const isOutdated = state?.status === 'failed' && state.outdated;
  useEffect(() => {
    // The page was just opened, so nothing in it can be lost.
    if (isOutdated && (place === 'page' || place === 'window')) reloadIfOutdated();
  }, [isOutdated, place]);

  if (state === null) return null;
  if (state.status === 'waiting') use(loader.load());
  if (state.status === 'failed') {
    const where = { place, className, about: partProps };
    return <NotFetched state={state} {...where} onRetry={loader.load} />;
  }
  if (state.status !== 'ready') return null;
  const Loaded = state.value;
  return (
    <ErrorBoundary place={place} className={className} about={partProps}>
      <Loaded {...partProps} />
    </ErrorBoundary>
  );
}

const notDrawn = () => null;
