import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../../../../platform/web/state/createStore.ts';
import { drawnOnServer } from '../../../../../platform/web/state/drawn.ts';

const everyMs = 1_000;
let aheadMs = 0;
const seconds = createWatchers((notify) => {
  const timer = setInterval(notify, everyMs);
  return () => clearInterval(timer);
});

/** Stores the offset to the server's clock; the local clock may be wrong. */
export function syncServerTime(serverTime: string, receivedAt: number): void {
  aheadMs = Date.parse(serverTime) - receivedAt;
}

/** The current server time, in milliseconds. */
export const serverNow = () => Date.now() + aheadMs;

/** A text that depends on the current time. All share one timer; only changed texts render again. */
export const useTicking = (textAt: (now: number) => string): string =>
  useSyncExternalStore(
    seconds.watch,
    () => textAt(serverNow()),
    () => textAt(drawnOnServer().at),
  );
