import { type Kysely, sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { announceDeleted, deleteUser, lockPerson } from '../../../people/server/public.ts';
import { announceEnded, endSessions } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';

const batchSize = 500;
const reason = 'Your registration has expired because the email address was not confirmed';

/** Hourly: deletes accounts whose address was not confirmed in time, which frees the username. */
export function scheduleExpiry(platform: Platform): void {
  platform.jobs.schedule('access.expire-registrations', '41 * * * *', async () => {
    await expireRegistrations(platform);
  });
}

/** Deletes expired registrations; returns how many there were. */
export async function expireRegistrations(platform: Platform): Promise<number> {
  const db: Kysely<AccessTables> = platform.db;
  const due = await db
    .selectFrom('users')
    .select('id')
    .where('email_confirmed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('unconfirmed_until', '<', sql<Date>`now()`)
    .orderBy('id')
    .limit(batchSize)
    .execute();
  for (const { id } of due) await expire(platform, id);
  return due.length;
}

async function expire(platform: Platform, id: number): Promise<void> {
  const { db } = platform;
  const ended = await db.transaction().execute(async (tx) => {
    const row = await lockPerson(tx, id);
    // Confirmed, approved or declined while this waited for the lock.
    if (!row || row.deleted_at || row.email_confirmed_at) return null;
    const sessions = await endSessions(tx, id);
    const deleted = await deleteUser(tx, id);
    await recordActivity(tx, {
      actor: null,
      action: 'user.registration_expired',
      subject: userSubject(deleted),
      ip: '',
    });
    return { sessions, deleted: { ...deleted, pending: row.pending } };
  });
  if (!ended) return;
  announceEnded(platform, ended.sessions, reason);
  announceDeleted(platform, ended.deleted);
}
