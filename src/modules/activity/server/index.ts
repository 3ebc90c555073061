import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import { csvFile } from '../../../platform/server/http/files/csvFile.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { checkActivity, exportActivity } from '../contract.ts';
import { openAnchors } from './anchors.ts';
import { createChain, keepSealing, type Problem } from './chain.ts';
import { logDenials } from './denials.ts';
import { listActivity, tableOf } from './list.ts';
import { recordActivity } from './record.ts';
import type { ActivityTables } from './tables.ts';

/**
 * Activity: the log of who did what to whom, and what it changed. Modules write entries in the transaction of
 * the change; the log is append-only and sealed into a chain that reveals tampering. `alarm` is called when
 * the nightly check finds a problem. Never contains a password, a token or the input of an unknown user.
 * `zoneOf` returns the time zone of exported times.
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
  keepSealing(chain, platform);
  logDenials(platform);
  jobs.schedule('activity.check', '17 8 * * *', async () => {
    const { broken, problem, entryId } = await chain.checkAll();
    if (problem === null) return;
    log.error({ broken, problem, entryId }, 'The activity log was tampered with, or is incomplete');
    await alarm(problem);
  });
  routes.add(calls.listActivity, ({ actor, query }) => listActivity(entries, actor, query));
  routes.add(checkActivity, async ({ actor, body, ip }) => {
    const result = await chain.check(body.behind);
    if (result.broken !== null || result.reached === result.length) {
      const subject = { type: 'activity', id: null, name: `${result.reached} sealed entries` };
      const { broken, problem, hash: seal } = result;
      const after = { broken, ...(problem && { problem }), seal };
      await recordActivity(db, { actor, action: 'activity.checked', subject, after, ip });
    }
    return result;
  });
  routes.add(exportActivity, async ({ actor, body, ip }) => {
    const timezone = await zoneOf();
    const table = await tableOf(entries, actor, body, timezone);
    const subject = { type: 'activity', id: null, name: `${table.length - 1} entries` };
    await recordActivity(db, { actor, action: 'activity.exported', subject, after: body, ip });
    return csvFile(`activity-${dateAt(timezone, Date.now())}.csv`, table);
  });
}
