import { useSyncExternalStore } from 'react';

const everyMs = 1_000;
let aheadMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

/** Stores the offset to the server's clock; the local clock may be wrong. */
export function syncServerTime(serverTime: string, receivedAt: number): void {
  aheadMs = Date.parse(serverTime) - receivedAt;
}

/** The current server time, in milliseconds. */
export const serverNow = () => Date.now() + aheadMs;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    for (const notify of watchers) notify();
  }, everyMs);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A text that depends on the current time. All share one timer; only changed texts render again. */
export const useTicking = (getText: () => string): string => useSyncExternalStore(watch, getText);
