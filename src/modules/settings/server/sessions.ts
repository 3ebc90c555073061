import { invalid, notFound } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  announceEnded,
  endSessionOf,
  endSessions,
  listSessionsOf,
} from '../../access/server/public.ts';
import { recordActivity } from '../../activity/server/public.ts';
import type * as calls from '../contract.ts';

const endedElsewhere = 'You signed this device out from another device.';

export function listOwnSessions({ db }: Platform): Handler<typeof calls.listOwnSessions> {
  return async ({ actor: { userId, sessionId } }) => listSessionsOf(db, userId, sessionId);
}

export function endOwnSession(platform: Platform): Handler<typeof calls.endOwnSession> {
  return async ({ params: { sessionId }, actor, ip }) => {
    if (sessionId === actor.sessionId) {
      throw invalid('This is the session you are using. Please sign out instead.');
    }
    const { userId: id, firstName, lastName } = actor;
    const subject = { type: 'user', id, name: `${firstName} ${lastName}` };
    const ended = await platform.db.transaction().execute(async (tx) => {
      const session = (await listSessionsOf(tx, id)).find((open) => open.id === sessionId);
      if (!session) throw notFound('This session has already ended.');
      const before = { device: session.device, ip: session.ip };
      await recordActivity(tx, { actor, action: 'session.ended', subject, before, ip });
      return endSessionOf(tx, id, sessionId);
    });
    announceEnded(platform, ended, endedElsewhere);
    return { message: 'The session has ended.' };
  };
}

export function endOtherSessions(platform: Platform): Handler<typeof calls.endOtherSessions> {
  return async ({ actor, ip }) => {
    const { userId: id, firstName, lastName, sessionId } = actor;
    const subject = { type: 'user', id, name: `${firstName} ${lastName}` };
    const ended = await platform.db.transaction().execute(async (tx) => {
      const ids = await endSessions(tx, id, sessionId);
      const before = { sessions: ids.length };
      if (ids.length > 0) {
        await recordActivity(tx, { actor, action: 'session.ended', subject, before, ip });
      }
      return ids;
    });
    announceEnded(platform, ended, endedElsewhere);
    return { message: 'You are signed out everywhere else.' };
  };
}
