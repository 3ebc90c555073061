import { useSyncExternalStore } from 'react';
import { today } from '../../../../../platform/web/time/days.ts';

const pollMs = 30_000;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The current day: rerenders after midnight. */
export const useToday = () => useSyncExternalStore(watch, today);

// Polled, and checked when the tab becomes visible: a device asleep at midnight misses its timers.
function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (watchers.size === 1) {
    timer = setInterval(notify, pollMs);
    document.addEventListener('visibilitychange', notify);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', notify);
  };
}

function notify(): void {
  for (const watcher of [...watchers]) watcher();
}
