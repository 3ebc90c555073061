import type { QueryClient } from '@tanstack/react-query';

const { promise, resolve: announce } = Promise.withResolvers<void>();

/** Resolves once the first screen is shown with its data. Until then, what can wait must not compete with that. */
export const firstScreen: Promise<void> = promise;

/** What else the first screen shows. */
const awaited: Promise<unknown>[] = [];

/** Makes what can wait wait for this, too. Before the first render. */
export function addToFirstScreen(part: Promise<unknown>): void {
  awaited.push(part);
}

const renderedAfterMs = 100;
const atLatestMs = 3_000;

/** Announces the first screen, which was just rendered, when the calls it made are answered or take too long. */
export function watchFirstScreen(client: QueryClient): void {
  let isRendered = false;
  const stopWatching = client.getQueryCache().subscribe(check);
  const timers = [setTimeout(finish, atLatestMs)];
  void Promise.allSettled(awaited).then(() => {
    const rendered = () => {
      isRendered = true;
      check();
    };
    timers.push(setTimeout(rendered, renderedAfterMs));
  });
  function check() {
    if (isRendered && client.isFetching() === 0) finish();
  }
  function finish() {
    for (const timer of timers) clearTimeout(timer);
    stopWatching();
    // After the answers are painted.
    setTimeout(announce, renderedAfterMs);
  }
}
