import { useSyncExternalStore } from 'react';

const tickMs = 10_000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The time, as of a moment ago: one clock for all that counts down, and none while nothing does. */
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
    // What was read before may be long ago; the first to look must not see that.
    queueMicrotask(tick);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
