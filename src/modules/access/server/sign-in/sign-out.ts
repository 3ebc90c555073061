import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { type Act, recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { announceEnded, endSession } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';

/** Ends the session in the database too; without one there is nothing to do. */
export function logout(platform: Platform): Handler<typeof calls.logout> {
  const db: Db<AccessTables> = platform.db;
  return async ({ session, actor, ip }) => {
    const { token } = session;
    const ended = await db.transaction().execute(async (tx) => {
      const ids = token ? await endSession(tx, token) : [];
      if (actor && ids.length > 0) await recordActivity(tx, signedOut(actor, ip));
      return ids;
    });
    announceEnded(platform, ended);
    session.end();
    return { message: 'You are signed out.' };
  };
}

function signedOut(actor: Actor, ip: string): Act {
  const { userId: id, firstName, lastName } = actor;
  const subject = { type: 'user', id, name: `${firstName} ${lastName}` };
  return { actor, action: 'session.left', subject, ip };
}
