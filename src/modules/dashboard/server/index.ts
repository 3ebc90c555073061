import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { listActivity } from './activity.ts';
import { getDay } from './day.ts';
import { getStats } from './stats.ts';

/**
 * The first page everybody sees, reckoned from the records of the rooms below: it keeps nothing of its own
 * and writes nothing. Only the stores of whoever asks; gross only for who may see financial reports, store
 * beside store only for who leads one, and names only for who may read customers.
 */
export function dashboardModule(platform: Platform): void {
  const { routes, db } = platform;
  routes.add(calls.getStats, ({ actor }) => getStats(platform, actor));
  routes.add(calls.listActivity, ({ actor }) => listActivity(db, actor));
  routes.add(calls.getDay, ({ actor }) => getDay(db, actor));
}
