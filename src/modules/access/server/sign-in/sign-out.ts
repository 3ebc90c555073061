import type { Db } from '../../../../platform/server/db/database.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { logout } from '../../contract.ts';
import { announceEnded, endSession } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';

/** Ends the session in the database, not only in the browser; without one there is nothing to do. */
export function signOut(platform: Platform): Handler<typeof logout> {
  const db: Db<AccessTables> = platform.db;
  return async ({ session }) => {
    if (session.token) announceEnded(platform, await endSession(db, session.token));
    session.end();
    return { message: 'You are signed out.' };
  };
}
