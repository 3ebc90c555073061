import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { getTimezone } from '../../organization/server/public.ts';
import * as calls from '../contract.ts';
import { getReport } from './asking/ask.ts';
import { describe } from './asking/describe.ts';
import { exportReport } from './asking/export.ts';
import { checkQuestion } from './asking/question.ts';
import { pageSize, readRecords } from './asking/records.ts';
import { addPlans } from './plans/index.ts';
import { canSetPlans, scopeOf } from './policy.ts';
import { addRollup } from './rollup/fold.ts';
import { addViews } from './views/index.ts';

/**
 * What the records of all rooms come to, in any span and beside others. Whatever leaves this room, on a
 * page, in a file or by mail, is asked for with the sight of who gets it: only their stores, money only
 * with financial reports, and one person beside another only for who leads people.
 */
export function reportsModule(platform: Platform): void {
  const { routes, db } = platform;
  routes.add(calls.listReports, ({ actor }) => listReports(platform, actor));
  routes.add(calls.getReport, ({ actor, params, query }) =>
    getReport(platform, scopeOf(actor), params.report, query),
  );
  routes.add(calls.listReportRecords, async ({ actor, params, query: { after, ...question } }) => {
    const circumstances = { timezone: await getTimezone(db), now: new Date() };
    const checked = checkQuestion(scopeOf(actor), params.report, question, circumstances);
    return readRecords(db, checked, { after, limit: pageSize });
  });
  routes.add(calls.exportReport, exportReport(platform));
  addViews(platform, getReport);
  addPlans(platform);
  addRollup(platform);
}

async function listReports({ db }: Platform, actor: Actor) {
  const sight = scopeOf(actor);
  const may = canSetPlans(actor) && sight.stores.length > 0;
  return {
    reports: describe(sight),
    stores: [...sight.stores],
    today: dateAt(await getTimezone(db), Date.now()),
    may: { setTargets: may, setBriefs: may },
  };
}
