import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { getTimezone } from '../../organization/server/public.ts';
import * as calls from '../contract.ts';
import { addPlans } from './plans/index.ts';
import { canSetPlans, scopeOf } from './policy.ts';
import { describe } from './query/describe.ts';
import { exportReport } from './query/export.ts';
import { validateQuestion } from './query/query.ts';
import { pageSize, readRecords } from './query/records.ts';
import { getReport } from './query/run.ts';
import { addRollup } from './rollup/fold.ts';
import { addViews } from './views/index.ts';

/**
 * Figures calculated from the records of all modules, for any span and with comparisons. Everything that leaves
 * this module, on a page, in a file or by email, is limited to the scope of its recipient: only their stores,
 * cost and gross only with `financial_reports`, and figures per employee only for managers and above.
 */
export function reportsModule(platform: Platform): void {
  const { routes, db } = platform;
  routes.add(calls.listReports, ({ actor }) => listReports(platform, actor));
  routes.add(calls.getReport, ({ actor, params, query }) =>
    getReport(platform, scopeOf(actor), params.report, query),
  );
  routes.add(calls.listReportRecords, async ({ actor, params, query: { after, ...question } }) => {
    const context = { timezone: await getTimezone(db), now: new Date() };
    const valid = validateQuestion(scopeOf(actor), params.report, question, context);
    return readRecords(db, valid, { after, limit: pageSize });
  });
  routes.add(calls.exportReport, exportReport(platform));
  addViews(platform, getReport);
  addPlans(platform);
  addRollup(platform);
}

async function listReports({ db }: Platform, actor: Actor) {
  const scope = scopeOf(actor);
  const may = canSetPlans(actor) && scope.stores.length > 0;
  return {
    reports: describe(scope),
    stores: [...scope.stores],
    today: dateAt(await getTimezone(db), Date.now()),
    may: { setTargets: may, setBriefs: may },
  };
}
