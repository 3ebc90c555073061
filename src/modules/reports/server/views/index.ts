import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/views.ts';
import type { Ask } from '../asking/ask.ts';
import { sendDue } from '../mailing/round.ts';
import { viewSending } from '../mailing/send.ts';
import type { ReportsDb } from '../tables.ts';
import { listViewsOf } from './find.ts';
import { findRecipients } from './recipients.ts';
import { dropView, keepView, rewriteView } from './save.ts';
import { changeSchedule, leaveView } from './schedule.ts';

/** What somebody looks at again and again, and the mails it goes out by. */
export function addViews(platform: Platform, ask: Ask): void {
  const { routes, jobs } = platform;
  const db: ReportsDb = platform.db;
  routes.add(calls.listViews, ({ actor }) => listViewsOf(db, actor));
  routes.add(calls.saveView, ({ actor, body }) => keepView(db, actor, body));
  routes.add(calls.changeView, ({ actor, params, body }) =>
    rewriteView(db, actor, params.viewId, body),
  );
  routes.add(calls.deleteView, async ({ actor, params }) => {
    await dropView(db, actor, params.viewId);
    return { message: 'The view is deleted.' };
  });
  routes.add(calls.scheduleView, ({ actor, params, body }) =>
    changeSchedule(db, actor, params.viewId, body),
  );
  routes.add(calls.sendView, viewSending(platform, ask));
  routes.add(calls.leaveView, async ({ actor, params }) => {
    await leaveView(db, actor, params.viewId);
    return { message: 'You get no more mails of this view.' };
  });
  routes.add(calls.listRecipients, ({ query }) => findRecipients(db, query.q));
  jobs.schedule('reports.mail', '*/5 * * * *', () => sendDue(platform, ask));
}
