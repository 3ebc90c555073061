import { sql } from 'kysely';
import type { ClockDb } from '../tables.ts';

/** Everything that changes one person's hours takes this first, so that it is judged one by one. */
export async function lockHours(tx: ClockDb, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('time clock'), ${userId})`.execute(tx);
}

/** The database's clock is the same for every instance. */
export async function databaseNow(tx: ClockDb): Promise<number> {
  const { rows } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) as now`.execute(tx);
  return rows[0]?.now.getTime() ?? Date.now();
}
