import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../../../platform/web/state/createStore.ts';

const tickMs = 10_000;
let now = Date.now();

const ticks = createWatchers((notify) => {
  const tick = () => {
    now = Date.now();
    notify();
  };
  const timer = setInterval(tick, tickMs);
  // The last value may be old; the first reader must not see it.
  queueMicrotask(tick);
  return () => clearInterval(timer);
});

/** The current time, from one shared timer for all countdowns; no timer runs without them. */
export function useNow(): number {
  return useSyncExternalStore(ticks.watch, () => now);
}
