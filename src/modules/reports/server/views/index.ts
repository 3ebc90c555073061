import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/views.ts';
import type { Ask } from '../asking/ask.ts';
import { sendDue } from '../mailing/round.ts';
import { sendView } from '../mailing/send.ts';
import type { ReportsDb } from '../tables.ts';
import { listViews } from './find.ts';
import { listRecipients } from './recipients.ts';
import { changeView, dropView, saveView } from './save.ts';
import { leaveView, scheduleView } from './schedule.ts';

/** What somebody looks at again and again, and the mails it goes out by. */
export function addViews(platform: Platform, ask: Ask): void {
  const { routes, jobs } = platform;
  const db: ReportsDb = platform.db;
  routes.add(calls.listViews, ({ actor }) => listViews(db, actor));
  routes.add(calls.saveView, ({ actor, body }) => saveView(db, actor, body));
  routes.add(calls.changeView, ({ actor, params, body }) =>
    changeView(db, actor, params.viewId, body),
  );
  routes.add(calls.deleteView, async ({ actor, params }) => {
    await dropView(db, actor, params.viewId);
    return { message: 'The view is deleted.' };
  });
  routes.add(calls.scheduleView, ({ actor, params, body }) =>
    scheduleView(db, actor, params.viewId, body),
  );
  routes.add(calls.sendView, sendView(platform, ask));
  routes.add(calls.leaveView, async ({ actor, params }) => {
    await leaveView(db, actor, params.viewId);
    return { message: 'You get no more mails of this view.' };
  });
  routes.add(calls.listRecipients, ({ query }) => listRecipients(db, query.q));
  jobs.schedule('reports.mail', '*/5 * * * *', () => sendDue(platform, ask));
}
