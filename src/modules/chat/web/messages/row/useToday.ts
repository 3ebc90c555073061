import { useSyncExternalStore } from 'react';
import { today } from '../../../../../platform/web/time/days.ts';

const lookEveryMs = 30_000;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The day it is: what says "Today" says something else after midnight. */
export const useToday = () => useSyncExternalStore(watch, today);

// Asked now and then, and when the tab is shown again: a machine that slept over midnight has missed every timer.
function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (watchers.size === 1) {
    timer = setInterval(look, lookEveryMs);
    document.addEventListener('visibilitychange', look);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

function look(): void {
  for (const watcher of [...watchers]) watcher();
}
