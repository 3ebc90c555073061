import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { findActivity } from './activity.ts';
import { getDayOf } from './day.ts';
import { getStatsFor } from './stats.ts';

/**
 * The first page everybody sees, reckoned from the records of the rooms below: it keeps nothing of its own
 * and writes nothing. Only the stores of whoever asks; gross only for who may see financial reports, store
 * beside store only for who leads one, and names only for who may read customers.
 */
export function dashboardModule(platform: Platform): void {
  const { routes, db } = platform;
  routes.add(calls.getStats, ({ actor }) => getStatsFor(platform, actor));
  routes.add(calls.listActivity, ({ actor }) => findActivity(db, actor));
  routes.add(calls.getDay, ({ actor }) => getDayOf(db, actor));
}
