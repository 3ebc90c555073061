import { conflict, notFound } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findPersonById } from '../../../people/server/public.ts';
import type * as calls from '../../contract/views.ts';
import type { Ask } from '../asking/ask.ts';
import { getView } from '../views/find.ts';
import { composeView, findTemplate } from './compose.ts';

/** Sends a view to whoever asks, as its mails look. */
export function sendView(platform: Platform, ask: Ask): Handler<typeof calls.sendView> {
  const { db, mail, limits } = platform;
  // Nobody needs the same figures by mail more often, and reckoning them is dear.
  const limit = limits('report-mail', 30, 60 * 60);
  return async ({ actor, params: { viewId } }) => {
    const view = await getView(db, actor, viewId);
    const person = await findPersonById(db, actor.userId);
    if (!person) throw notFound();
    if (!person.email_confirmed_at) {
      throw conflict(
        'Please confirm your email address first. The link is in the mail we sent you.',
      );
    }
    await limit.consume(String(actor.userId));
    const template = await findTemplate(db);
    if (!template) throw conflict('Mails of reports are switched off.');
    const given = { template, view, actor, now: new Date(), reason: 'you asked for it just now' };
    const letter = await composeView(platform, ask, given);
    if (!letter) throw notFound();
    await db.transaction().execute((tx) => mail.send(tx, { to: person.email, ...letter }));
    return { message: `“${view.name}” is on its way to ${person.email}.` };
  };
}
