import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import { csvFile } from '../../../platform/server/http/files/csvFile.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { checkActivity, exportActivity, listActivity } from '../contract.ts';
import { checkChain, keepSealing } from './chain.ts';
import { listEntries, tableOf } from './list.ts';
import { recordActivity } from './record.ts';
import type { ActivityTables } from './tables.ts';

/**
 * Activity: who did what to whom, and what it changed. Written by the rooms that act, in the transaction
 * of the act; only ever added to, and sealed soon after into a chain that shows if anybody did otherwise.
 * Never holds a password, a token or what a stranger typed in. `zoneOf` answers by whose clocks a file of
 * it tells times.
 */
export function activityModule({ db, routes, log }: Platform, zoneOf: () => Promise<string>): void {
  const entries: Db<ActivityTables> = db;
  keepSealing(entries, log);
  routes.add(listActivity, ({ query }) => listEntries(entries, query));
  routes.add(checkActivity, async ({ actor, body, ip }) => {
    const found = await checkChain(entries, body.behind);
    if (found.broken !== null || found.reached === found.length) {
      const subject = { type: 'activity', id: null, name: `${found.reached} sealed entries` };
      const { broken, hash: seal } = found;
      const after = { broken, seal };
      await recordActivity(db, { actor, action: 'activity.checked', subject, after, ip });
    }
    return found;
  });
  routes.add(exportActivity, async ({ actor, body, ip }) => {
    const timezone = await zoneOf();
    const table = await tableOf(entries, body, timezone);
    const subject = { type: 'activity', id: null, name: `${table.length - 1} entries` };
    await recordActivity(db, { actor, action: 'activity.exported', subject, after: body, ip });
    return csvFile(`activity-${dateAt(timezone, Date.now())}.csv`, table);
  });
}
