import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  use,
  useEffect,
  useSyncExternalStore,
} from 'react';
import { ErrorBoundary } from '../frame/ErrorBoundary.tsx';
import type { Place } from '../frame/Place.tsx';
import { reloadIfOutdated } from '../network/version.ts';
import { Loader } from './loader.ts';
import { NotFetched } from './NotFetched.tsx';

interface Options {
  /** Where the part stands, which decides how it says that it could not be fetched. */
  place: Place;
  /** About as high as the part, so that nothing jumps when it comes: `h-72`. */
  className?: string;
}

export type LazyPart<P extends object> = FunctionComponent<P> & {
  /** Fetches it before it is shown; resolves when the attempt is over, however it ended. */
  load: () => Promise<void>;
};

/**
 * A component that is fetched when it is first shown, under the `Suspense` around it. Unlike `React.lazy`, whose first
 * failure is final, it says in its own place that it could not be fetched, and fetches itself again when the network
 * returns. What breaks while it is drawn stays in its place too.
 */
export function lazyPart<P extends object>(
  fetchPart: () => Promise<{ default: ComponentType<P> }>,
  options: Options,
): LazyPart<P> {
  const loader = new Loader(async () => (await fetchPart()).default);
  const part = (given: P) => createElement(Fetched<P>, { loader, given, ...options });
  return Object.assign(part, { load: loader.load });
}

interface FetchedProps<P extends object> extends Options {
  loader: Loader<ComponentType<P>>;
  given: P;
}

function Fetched<P extends object>({ loader, given, place, className }: FetchedProps<P>) {
  const state = useSyncExternalStore(loader.watch, loader.state);
  const isOutdated = state.status === 'failed' && state.outdated;
  useEffect(() => {
    // One has just come to this page, so nothing in it can be lost.
    if (isOutdated && (place === 'page' || place === 'window')) reloadIfOutdated();
  }, [isOutdated, place]);

  if (state.status === 'waiting') use(loader.load());
  if (state.status === 'failed') {
    const where = { place, className, about: given };
    return <NotFetched state={state} {...where} onRetry={loader.load} />;
  }
  if (state.status !== 'ready') return null;
  const Loaded = state.value;
  return (
    <ErrorBoundary place={place} className={className} about={given}>
      <Loaded {...given} />
    </ErrorBoundary>
  );
}
