import { forbidden, notFound } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { recheckRequested } from '../../../platform/server/realtime/watch.ts';
import {
  announceEnded,
  countLiveSessions,
  endSessionOf,
  listSessionsOf,
} from '../../access/server/public.ts';
import { recordActivity, userSubject } from '../../activity/server/public.ts';
import { findPersonById } from '../../people/server/public.ts';
import type * as calls from '../contract.ts';
import { assertMay, getTarget, runAdminAction } from './acting/act.ts';
import { reasons } from './acting/publish.ts';

export function listUserSessions({ db }: Platform): Handler<typeof calls.listUserSessions> {
  return async ({ params: { id }, actor }) => {
    const row = await findPersonById(db, id);
    if (!row || row.deleted_at) throw notFound();
    assertMay(actor, 'viewSessions', row);
    return listSessionsOf(db, id, actor.sessionId);
  };
}

export function endUserSession(platform: Platform): Handler<typeof calls.endUserSession> {
  return async ({ params: { id, sessionId }, ...context }) => {
    if (sessionId === context.actor.sessionId) {
      throw forbidden('This is the session you are using. Please sign out instead.');
    }
    const ended = await runAdminAction(platform, context, async (tx, doer) => {
      const row = await getTarget(tx, id);
      assertMay(doer, 'endSession', row);
      const session = (await listSessionsOf(tx, id)).find((open) => open.id === sessionId);
      if (!session) throw notFound('This session has already ended.');
      const ids = await endSessionOf(tx, id, sessionId);
      await recordActivity(tx, {
        actor: doer,
        action: 'session.ended',
        subject: userSubject(row),
        before: { device: session.device, ip: session.ip },
        ip: context.ip,
      });
      return ids;
    });
    announceEnded(platform, ended, reasons.session);
    return { message: 'The session has ended.' };
  };
}

/** Makes every instance check its sockets now instead of a few seconds later. */
export function syncActiveSessions({
  bus,
  db,
}: Platform): Handler<typeof calls.syncActiveSessions> {
  return async () => {
    bus.publish(recheckRequested, {});
    const activeSessions = await countLiveSessions(db);
    return { message: 'Active sessions are being checked.', activeSessions };
  };
}
