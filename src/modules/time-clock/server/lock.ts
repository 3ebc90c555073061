import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { ClockDb } from './tables.ts';

/** Serializes changes to people's hours; taken before any validation. */
export async function lockHours(tx: Db<AnyTables>, ...userIds: number[]): Promise<void> {
  // In the same order for everyone, so that no two of them wait for each other.
  const ids = userIds.toSorted((a, b) => a - b);
  await sql`select pg_advisory_xact_lock(hashtext('time clock'), id)
    from unnest(${ids}::integer[]) as person (id)`.execute(tx);
}

/** The database's clock is the same for every instance. */
export async function databaseNow(tx: ClockDb): Promise<number> {
  const { rows } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) as now`.execute(tx);
  return rows[0]?.now.getTime() ?? Date.now();
}
