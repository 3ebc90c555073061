import { type Kysely, sql } from 'kysely';
import type { PresenceTables } from './tables.ts';

/** Someone not seen for this long is offline: a reload, a dead spot or a restart takes less. */
export const recently = sql`now() - interval '45 seconds'`;

/**
 * Records that these people are connected now, and returns those who were not, each to one caller only. In
 * order of id, so that instances cannot deadlock.
 */
export async function noteSeen(
  db: Kysely<PresenceTables>,
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number; joined: boolean }>`
    insert into presence_sightings as known (user_id)
    select id from users
    where id = any(${userIds}::integer[]) and is_active and deleted_at is null order by id
    on conflict (user_id) do update set seen_at = now(),
      here_since = case when known.seen_at < ${recently} then now() else known.here_since end
    returning user_id, here_since = now() as joined`.execute(db);
  return rows.filter(({ joined }) => joined).map(({ user_id }) => user_id);
}

/** Removes people who have not been seen lately; each is returned to one caller only. */
export async function takeLost(db: Kysely<PresenceTables>): Promise<number[]> {
  return take(db, sql`seen_at < ${recently}`);
}

/** Removes those of these people whose account is no longer active. */
export async function takeBarred(
  db: Kysely<PresenceTables>,
  userIds: readonly number[],
): Promise<number[]> {
  return take(
    db,
    sql`user_id = any(${userIds}::integer[]) and exists (select from users
      where id = user_id and (not is_active or deleted_at is not null))`,
  );
}

async function take(db: Kysely<PresenceTables>, which: ReturnType<typeof sql>): Promise<number[]> {
  // A row that is being updated right now is locked, and stays.
  const { rows } = await sql<{ user_id: number }>`
    delete from presence_sightings where user_id in (
      select user_id from presence_sightings where ${which} order by user_id for update skip locked)
    returning user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Those of these people who were seen lately. */
export async function findConnected(
  db: Kysely<PresenceTables>,
  userIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('presence_sightings')
    .select('user_id')
    .where('user_id', '=', sql<number>`any(${userIds}::integer[])`)
    .where('seen_at', '>', sql<Date>`${recently}`)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
