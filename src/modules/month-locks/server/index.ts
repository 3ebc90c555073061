import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { listLocks } from './list.ts';
import { setMonthLock } from './setMonthLock.ts';

/**
 * Month locks: which months of a store are closed. What was booked in a locked month can’t be changed, and nothing
 * more is booked in it; the modules that book ask here, in their transaction. Every lock and unlock is kept.
 */
export function monthLocksModule(platform: Platform): void {
  const { db, routes } = platform;
  routes.add(calls.listMonthLocks, ({ actor }) => listLocks(db, actor));
  routes.add(calls.setMonthLock, setMonthLock(platform));
}
