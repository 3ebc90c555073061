import { type Kysely, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { type SessionEnded, sessionEnded } from '../../../../platform/server/realtime/watch.ts';
import { lockPerson } from '../../../people/server/public.ts';
import { invalidateResetLinks } from '../credentials/credentials.ts';
import type { AccessTables } from '../tables.ts';
import { hashToken, newToken } from './token.ts';

/** The maximum lifetime of a session. */
const sessionSeconds = 7 * 24 * 60 * 60;
const expiry = sql<Date>`now() + make_interval(secs => ${sql.lit(sessionSeconds)})`;
const now = sql<Date>`now()`;
/** Administrative changes need no password until then; set by a confirmation or by such a change. */
export const confirmation = sql<Date>`now() + interval '60 minutes'`;

interface Caller {
  ip: string;
  userAgent: string;
  session: { token: string | undefined };
}

/**
 * Opens a session with a new token and ends the one the browser presented, regardless of its owner: a token
 * planted before the sign-in becomes invalid.
 */
export async function openSession(tx: Kysely<AccessTables>, userId: number, caller: Caller) {
  const presented = caller.session.token;
  const ended = presented ? await endSession(tx, presented) : [];
  const token = newToken();
  await tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      expires_at: expiry,
      user_agent: caller.userAgent.slice(0, 400),
      ip: caller.ip.slice(0, 64),
    })
    .execute();
  return { token, ended };
}

/** Gives a session a new token; null if it has ended. Its sockets stay open. */
export async function rotateSession(
  tx: Kysely<AccessTables>,
  sessionId: string,
): Promise<string | null> {
  const token = newToken();
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({
      token_hash: hashToken(token),
      expires_at: expiry,
      last_seen_at: now,
      confirmed_until: confirmation,
    })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0 ? token : null;
}

/** Ends the session of a token; returns its id if it was open. */
export async function endSession(tx: Kysely<AccessTables>, token: string): Promise<string[]> {
  return end(tx.updateTable('sessions').where('token_hash', '=', hashToken(token)));
}

/** Ends a person's sessions except `except`; returns the ids of those that were open. */
export async function endSessionsOf(
  tx: Kysely<AccessTables>,
  userId: number,
  except?: string,
): Promise<string[]> {
  const sessions = tx.updateTable('sessions').where('user_id', '=', userId);
  return end(except ? sessions.where('id', '!=', except) : sessions);
}

type Ending = UpdateQueryBuilder<AccessTables, 'sessions', 'sessions', UpdateResult>;

async function end(sessions: Ending): Promise<string[]> {
  const rows = await sessions
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Closes the sockets of ended sessions on every instance, only after COMMIT. With a `reason` they first get
 * `force_logout`.
 */
export function announceEnded(platform: Platform, sessionIds: string[], reason?: string): void {
  if (sessionIds.length === 0) return;
  const event: SessionEnded = { sessionIds, ...(reason && { reason }) };
  platform.bus.publish(sessionEnded, event);
}

/**
 * Signs a person out everywhere except in the session `except` and invalidates their reset links. Returns the
 * ids for `announceEnded` after COMMIT.
 */
export async function endSessions(
  anyTx: Kysely<AnyTables>,
  userId: number,
  except?: string,
): Promise<string[]> {
  const tx: Kysely<AccessTables> = anyTx;
  await lockPerson(tx, userId);
  await invalidateResetLinks(tx, userId);
  return endSessionsOf(tx, userId, except);
}

/** Ends one session of a person; returns its id if it was open. */
export async function endSessionOf(
  anyTx: Kysely<AnyTables>,
  userId: number,
  sessionId: string,
): Promise<string[]> {
  const tx: Kysely<AccessTables> = anyTx;
  return end(tx.updateTable('sessions').where('user_id', '=', userId).where('id', '=', sessionId));
}
