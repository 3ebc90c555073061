import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findPersonById } from '../../../people/server/public.ts';
import type * as calls from '../../contract/views.ts';
import type { GetReport } from '../query/getReport.ts';
import { getView } from '../views/views.ts';
import { composeView, findTemplate } from './compose.ts';

export function sendView(platform: Platform, getReport: GetReport): Handler<typeof calls.sendView> {
  const { db, mail, limits } = platform;
  // The figures are expensive to calculate.
  const limit = limits('report-mail', 30, 60 * 60);
  return async ({ actor, params: { viewId } }) => {
    const view = await getView(db, actor, viewId);
    const person = await findPersonById(db, actor.userId);
    if (!person) throw notFound();
    if (!person.email_confirmed_at) {
      throw conflict('Confirm your email address first. Use the link in the email we sent you.');
    }
    await limit.consume(String(actor.userId));
    const template = await findTemplate(db);
    if (!template) throw conflict('Report emails are turned off.');
    const options = { template, view, actor, now: new Date(), reason: 'you asked for it just now' };
    const letter = await composeView(platform, getReport, options);
    if (!letter) throw notFound();
    await db.transaction().execute((tx) => mail.send(tx, { to: person.email, ...letter }));
    return { message: `“${view.name}” is on its way to ${person.email}.` };
  };
}
