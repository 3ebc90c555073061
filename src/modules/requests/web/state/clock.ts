import { useSyncExternalStore } from 'react';

const tickMs = 10_000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time, from one shared timer for all countdowns; no timer runs without them. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => now);
}

function tick(): void {
  now = Date.now();
  for (const watcher of [...watchers]) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (timer === undefined) {
    timer = setInterval(tick, tickMs);
    // The last value may be old; the first reader must not see it.
    queueMicrotask(tick);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
