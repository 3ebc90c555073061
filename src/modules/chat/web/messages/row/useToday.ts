import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../../../../platform/web/state/createStore.ts';
import { today } from '../../../../../platform/web/time/days.ts';

const pollMs = 30_000;

// Polled, and checked when the tab becomes visible: a device asleep at midnight misses its timers.
const watchers = createWatchers((notify) => {
  const timer = setInterval(notify, pollMs);
  document.addEventListener('visibilitychange', notify);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', notify);
  };
});

/** The current day: rerenders after midnight. */
export const useToday = () => useSyncExternalStore(watchers.watch, today, today);
