import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { FindActors } from '../../../../platform/server/realtime/watch.ts';
import type { NotificationTables } from '../tables.ts';
import type { Device } from './wire/send.ts';

type Db = Kysely<NotificationTables>;

/** Saves the device of a session: a browser has one subscription, and one session at a time. */
export async function saveSubscription(
  db: Db,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
  { endpoint, publicKey, authSecret }: Device,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Serializes concurrent requests for the same device.
    await sql`select pg_advisory_xact_lock(hashtext('push.subscription'), hashtext(${endpoint}))`.execute(
      tx,
    );
    await tx
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('session_id', '!=', sessionId)
      .execute();
    const values = { user_id: userId, endpoint, public_key: publicKey, auth_secret: authSecret };
    await tx
      .insertInto('push_subscriptions')
      .values({ ...values, session_id: sessionId })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
      .execute();
  });
}

export async function findSubscription(db: Db, sessionId: string): Promise<Device | null> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'public_key as publicKey', 'auth_secret as authSecret'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row ?? null;
}

export async function dropSubscriptions(db: Db, sessionIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sql<string>`any(${sessionIds}::uuid[])`)
    .execute();
}

/**
 * The actors of these sessions. Ended sessions are missing, even if the event was missed, and their
 * subscriptions are deleted.
 */
export async function findSubscribers(db: Db, findActors: FindActors, sessionIds: string[]) {
  const actors = await findActors(sessionIds);
  const ended = sessionIds.filter((id) => !actors.has(id));
  if (ended.length > 0) await dropSubscriptions(db, ended);
  return actors;
}
