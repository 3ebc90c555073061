import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';

/**
 * How many correction requests of each person are pending for the hours from `start` until `end`, both in
 * milliseconds; people without any are missing.
 */
export async function countPending(
  db: Db<AnyTables>,
  userIds: readonly number[],
  { start, end }: { start: number; end: number },
): Promise<Map<number, number>> {
  const from = new Date(start).toISOString();
  const until = new Date(end).toISOString();
  const within = (name: string) => sql`((change ->> ${name}::text) collate "C" >= ${from}
    and (change ->> ${name}::text) collate "C" < ${until})`;
  const { rows } = await sql<{ user_id: number; count: number }>`
    select c.user_id, count(*)::integer as count from time_corrections c
    where c.user_id = any(${userIds}::integer[])
      and not exists (select from time_decisions d where d.correction_id = c.id)
      and exists (select from jsonb_array_elements(c.changes) change
        where ${within('at')} or ${within('from')})
    group by c.user_id`.execute(db);
  return new Map(rows.map(({ user_id, count }) => [user_id, count]));
}
