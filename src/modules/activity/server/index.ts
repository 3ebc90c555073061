import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import { csvFile } from '../../../platform/server/http/files/csvFile.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { checkActivity, exportActivity } from '../contract.ts';
import { openAnchors } from './anchors.ts';
import { createChain, keepSealing, type Problem } from './chain.ts';
import { keepDenials } from './denials.ts';
import { listActivity, tableOf } from './list.ts';
import { recordActivity } from './record.ts';
import type { ActivityTables } from './tables.ts';

/**
 * Activity: who did what to whom, and what it changed. Written by the rooms that act, in the transaction
 * of the act; only ever added to, and sealed soon after into a chain that shows if anybody did otherwise. `alarm`
 * is called when the nightly check finds that somebody did.
 * Never holds a password, a token or what a stranger typed in. `zoneOf` answers by whose clocks a file of
 * it tells times.
 */
export function activityModule(
  platform: Platform,
  zoneOf: () => Promise<string>,
  alarm: (problem: Problem) => Promise<void> = async () => {},
): void {
  const { db, routes, log, jobs, secrets, config } = platform;
  const entries: Db<ActivityTables> = db;
  const anchors = openAnchors(config.dataDir, secrets);
  const chain = createChain({ db: entries, secrets, anchors });
  keepSealing(chain, log);
  keepDenials(platform);
  jobs.schedule('activity.check', '17 8 * * *', async () => {
    const { broken, problem, entryId } = await chain.checkAll();
    if (problem === null) return;
    log.error({ broken, problem, entryId }, 'The activity log is not what it was');
    await alarm(problem);
  });
  routes.add(calls.listActivity, ({ actor, query }) => listActivity(entries, actor, query));
  routes.add(checkActivity, async ({ actor, body, ip }) => {
    const found = await chain.check(body.behind);
    if (found.broken !== null || found.reached === found.length) {
      const subject = { type: 'activity', id: null, name: `${found.reached} sealed entries` };
      const { broken, problem, hash: seal } = found;
      const after = { broken, ...(problem && { problem }), seal };
      await recordActivity(db, { actor, action: 'activity.checked', subject, after, ip });
    }
    return found;
  });
  routes.add(exportActivity, async ({ actor, body, ip }) => {
    const timezone = await zoneOf();
    const table = await tableOf(entries, actor, body, timezone);
    const subject = { type: 'activity', id: null, name: `${table.length - 1} entries` };
    await recordActivity(db, { actor, action: 'activity.exported', subject, after: body, ip });
    return csvFile(`activity-${dateAt(timezone, Date.now())}.csv`, table);
  });
}
