import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { getTimezone, getToday } from '../../organization/server/public.ts';
import * as plans from '../contract/plans.ts';
import * as views from '../contract/views.ts';
import * as calls from '../contract.ts';
import { postDue } from './brief/postDue.ts';
import { listBriefs, setBrief } from './brief/settings.ts';
import { sendDue } from './mailing/sendDue.ts';
import { sendView } from './mailing/sendView.ts';
import { getOverview } from './overview/overview.ts';
import { canSetPlans, scopeOf } from './policy.ts';
import { describe } from './query/describe.ts';
import { exportReport } from './query/exportReport.ts';
import { getReport } from './query/getReport.ts';
import { customersIn, pageSize, readRecords } from './query/records.ts';
import { validateQuery } from './query/validate.ts';
import { foldService } from './rollup/fold.ts';
import { foldRecon } from './rollup/recon/fold.ts';
import type { ReportsDb } from './tables.ts';
import { listTargets, setTarget } from './targets.ts';
import { listRecipients } from './views/recipients.ts';
import { changeView, deleteView, saveView } from './views/save.ts';
import { leaveView, scheduleView } from './views/schedule.ts';
import { listViews } from './views/views.ts';

/**
 * Figures calculated from the records of all modules, for any span and with comparisons. Everything that leaves
 * this module, on a page, in a file or by email, is limited to the scope of its recipient: only their stores,
 * cost and gross only with `financial_reports`, and figures per employee only for managers and above.
 */
export function reportsModule(platform: Platform): void {
  const { routes, jobs } = platform;
  const db: ReportsDb = platform.db;
  routes.add(calls.listReports, ({ actor }) => listReports(platform, actor));
  routes.add(calls.getReport, ({ actor, params, query }) =>
    getReport(platform, scopeOf(actor), params.report, query),
  );
  routes.add(
    calls.listReportRecords,
    async ({ actor, params, query: { after, ...reportQuery }, countAs }) => {
      const context = { timezone: await getTimezone(db), now: new Date() };
      const valid = validateQuery(scopeOf(actor), params.report, reportQuery, context);
      const customers = customersIn(valid);
      if (customers) countAs(customers);
      return readRecords(platform.db, valid, { after, limit: pageSize });
    },
  );
  routes.add(calls.exportReport, exportReport(platform));
  routes.add(calls.getOverview, ({ actor }) => getOverview(platform, actor));

  routes.add(plans.listTargets, ({ actor, query }) => listTargets(db, actor, query.month));
  routes.add(plans.setTarget, ({ actor, ip, body }) => setTarget(db, { actor, ip }, body));
  routes.add(plans.listBriefs, ({ actor }) => listBriefs(platform, actor));
  routes.add(plans.setBrief, ({ actor, ip, body }) => setBrief(platform, { actor, ip }, body));

  routes.add(views.listViews, ({ actor }) => listViews(db, actor));
  routes.add(views.saveView, ({ actor, body }) => saveView(db, actor, body));
  routes.add(views.changeView, ({ actor, params, body }) =>
    changeView(db, actor, params.viewId, body),
  );
  routes.add(views.deleteView, async ({ actor, params }) => {
    await deleteView(db, actor, params.viewId);
    return { message: 'View deleted.' };
  });
  routes.add(views.scheduleView, ({ actor, params, body }) =>
    scheduleView(db, actor, params.viewId, body),
  );
  routes.add(views.sendView, sendView(platform, getReport));
  routes.add(views.leaveView, async ({ actor, params }) => {
    await leaveView(db, actor, params.viewId);
    return { message: 'You no longer receive this view by email.' };
  });
  routes.add(views.listRecipients, ({ query }) => listRecipients(db, query.q));

  jobs.schedule('reports.mail', '*/5 * * * *', () => sendDue(platform, getReport));
  jobs.schedule('reports.briefs', '*/5 * * * *', () => postDue(platform));
  // Reports need not wait for these: what is stale is read from the records.
  jobs.schedule('reports.fold-service', '* * * * *', async () => {
    await foldService(platform.db);
  });
  jobs.schedule('reports.fold-recon', '* * * * *', async () => {
    await foldRecon(platform.db);
  });
}

async function listReports({ db }: Platform, actor: Actor) {
  const scope = scopeOf(actor);
  const may = canSetPlans(actor) && scope.stores.length > 0;
  return {
    reports: await describe(db, scope),
    stores: [...scope.stores],
    today: await getToday(db),
    may: { setTargets: may, setBriefs: may },
  };
}
