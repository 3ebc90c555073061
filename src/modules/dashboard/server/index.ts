import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { listActivity } from './activity.ts';
import { getDay } from './day.ts';
import { getStats } from './stats.ts';

/**
 * The home page, calculated from the records of lower modules: it stores nothing and writes nothing. Figures
 * cover the actor’s stores only; gross requires `financial_reports`, the comparison of stores a general
 * manager or above, and names access to customer records.
 */
export function dashboardModule(platform: Platform): void {
  const { routes, db } = platform;
  routes.add(calls.getStats, ({ actor }) => getStats(platform, actor));
  routes.add(calls.listActivity, ({ actor }) => listActivity(db, actor));
  routes.add(calls.getDay, ({ actor }) => getDay(db, actor));
}
