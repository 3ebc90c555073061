import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/views.ts';
import { sendDue } from '../mailing/round.ts';
import { sendView } from '../mailing/send.ts';
import type { GetReport } from '../query/run.ts';
import type { ReportsDb } from '../tables.ts';
import { listViews } from './find.ts';
import { listRecipients } from './recipients.ts';
import { changeView, deleteView, saveView } from './save.ts';
import { leaveView, scheduleView } from './schedule.ts';

/** Saved views and their scheduled emails. */
export function addViews(platform: Platform, getReport: GetReport): void {
  const { routes, jobs } = platform;
  const db: ReportsDb = platform.db;
  routes.add(calls.listViews, ({ actor }) => listViews(db, actor));
  routes.add(calls.saveView, ({ actor, body }) => saveView(db, actor, body));
  routes.add(calls.changeView, ({ actor, params, body }) =>
    changeView(db, actor, params.viewId, body),
  );
  routes.add(calls.deleteView, async ({ actor, params }) => {
    await deleteView(db, actor, params.viewId);
    return { message: 'View deleted.' };
  });
  routes.add(calls.scheduleView, ({ actor, params, body }) =>
    scheduleView(db, actor, params.viewId, body),
  );
  routes.add(calls.sendView, sendView(platform, getReport));
  routes.add(calls.leaveView, async ({ actor, params }) => {
    await leaveView(db, actor, params.viewId);
    return { message: 'You no longer receive this view by email.' };
  });
  routes.add(calls.listRecipients, ({ query }) => listRecipients(db, query.q));
  jobs.schedule('reports.mail', '*/5 * * * *', () => sendDue(platform, getReport));
}
