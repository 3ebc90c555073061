import { useSyncExternalStore } from 'react';

const everyMs = 1_000;
let aheadMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

/** The server's time as it has just been heard; this machine's own clock may be wrong. */
export function hearTime(serverTime: string, heardAt: number): void {
  aheadMs = Date.parse(serverTime) - heardAt;
}

/** Now by the server's clock, in milliseconds. */
export const serverNow = () => Date.now() + aheadMs;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    for (const each of watchers) each();
  }, everyMs);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Words that change with time. One timer serves all of them, and only those are drawn again that read otherwise. */
export const useTicking = (words: () => string): string => useSyncExternalStore(watch, words);
