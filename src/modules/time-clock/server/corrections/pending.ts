import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';

/** Condition on `time_corrections c`: it changes hours from `start` until `end`, both in milliseconds. */
export function touches({ start, end }: { start: number; end: number }): RawBuilder<SqlBool> {
  const from = new Date(start).toISOString();
  const until = new Date(end).toISOString();
  const within = (name: string) => sql`((change ->> ${name}::text) collate "C" >= ${from}
    and (change ->> ${name}::text) collate "C" < ${until})`;
  return sql<SqlBool>`exists (select from jsonb_array_elements(c.changes) change
    where ${within('at')} or ${within('from')})`;
}

/**
 * How many correction requests of each person are pending for the hours from `start` until `end`, both in
 * milliseconds; people without any are missing.
 */
export async function countPending(
  db: Db<AnyTables>,
  userIds: readonly number[],
  span: { start: number; end: number },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; count: number }>`
    select c.user_id, count(*)::integer as count from time_corrections c
    where c.user_id = any(${userIds}::integer[])
      and not exists (select from time_decisions d where d.correction_id = c.id)
      and ${touches(span)}
    group by c.user_id`.execute(db);
  return new Map(rows.map(({ user_id, count }) => [user_id, count]));
}
