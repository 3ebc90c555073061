import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { PersonSession } from '../../contract.ts';
import type { AccessTables } from '../tables.ts';
import { nameDevice } from './device.ts';

/** The sessions of a person, last seen first; `current` is the id of the reader's own session. */
export async function listSessionsOf(
  anyDb: Kysely<AnyTables>,
  userId: number,
  current?: string,
): Promise<PersonSession[]> {
  const db: Kysely<AccessTables> = anyDb;
  const rows = await whereOpen(db.selectFrom('sessions'))
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: nameDevice(row.user_agent),
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === current,
  }));
}

/** The number of valid sessions. */
export async function countLiveSessions(db: Kysely<AnyTables>): Promise<number> {
  return (await countLive(db)).sessions;
}

/** The number of people with a valid session. */
export async function countPeopleSignedIn(db: Kysely<AnyTables>): Promise<number> {
  return (await countLive(db)).people;
}

/** The ids of the approved people with a valid session, bots left out. */
export async function listPeopleSignedIn(anyDb: Kysely<AnyTables>): Promise<number[]> {
  const db: Kysely<AccessTables> = anyDb;
  const rows = await whereOpen(db.selectFrom('sessions'))
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.id')
    .distinct()
    .where('users.is_active', '=', true)
    .where('users.pending', '=', false)
    .where('users.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('protection', 'is', null), eb('protection', '<>', 'system_bot')]))
    .orderBy('users.id')
    .execute();
  return rows.map(({ id }) => id);
}

function countLive(anyDb: Kysely<AnyTables>) {
  const db: Kysely<AccessTables> = anyDb;
  return whereOpen(db.selectFrom('sessions'))
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      sql<number>`count(*)`.as('sessions'),
      sql<number>`count(distinct users.id)`.as('people'),
    ])
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** The same rule as in `authenticate`: not ended, not expired, and active in the last 12 hours. */
function whereOpen<Row>(query: SelectQueryBuilder<AccessTables, 'sessions', Row>) {
  return query
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('sessions.last_seen_at', '>', sql<Date>`now() - interval '12 hours'`);
}
