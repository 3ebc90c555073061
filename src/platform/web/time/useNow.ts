import { useSyncExternalStore } from 'react';
import { createWatchers, type Watchers } from '../state/createStore.ts';
import { drawnOnServer } from '../state/drawn.ts';

interface Clock {
  watch: Watchers['watch'];
  read: () => number;
}

const clocks = new Map<number, Clock>();

/** The one clock of this interval: `watch` calls back at each change of `read`. */
export function clockEvery(everyMs: number): Clock {
  const clock = clocks.get(everyMs) ?? createClock(everyMs);
  clocks.set(everyMs, clock);
  return clock;
}

function createClock(everyMs: number): Clock {
  let now = Date.now();
  const { watch } = createWatchers((notify) => {
    const timer = setInterval(() => {
      now = Date.now();
      notify();
    }, everyMs);
    return () => clearInterval(timer);
  });
  const read = () => {
    // No timer runs while it is not shown.
    if (Date.now() - now >= everyMs) now = Date.now();
    return now;
  };
  return { watch, read };
}

const drawnAt = () => drawnOnServer().at;

/**
 * The current time, at most this old: one timer for all that show it. On the server and in hydration it is the time of
 * drawing, so that both render the same text.
 */
export function useNow(everyMs = 60_000): Date {
  const clock = clockEvery(everyMs);
  return new Date(useSyncExternalStore(clock.watch, clock.read, drawnAt));
}
