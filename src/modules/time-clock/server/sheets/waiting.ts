import { sql } from 'kysely';
import type { ClockDb } from '../tables.ts';

/** The number of pending requests per person; people without any are missing. */
export async function countWaiting(
  db: ClockDb,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; count: number }>`
    select c.user_id, count(*) as count from time_corrections c
    where c.user_id = any(${userIds}::integer[])
      and not exists (select from time_decisions d where d.correction_id = c.id)
    group by c.user_id`.execute(db);
  return new Map(rows.map(({ user_id, count }) => [user_id, count]));
}
