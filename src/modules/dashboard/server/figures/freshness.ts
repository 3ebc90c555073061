import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';

const recentRows = 100;
/** Tables that change with every relevant action, and the expression that grows with each change. */
const changeTables = {
  deal_events: 'id',
  repair_order_events: 'id',
  lead_events: 'id',
  vehicle_events: 'id',
  // A visitor may be identified later, and a merge undone.
  customer_ups: 'id + version',
  customer_merges: 'id + (undone_at is not null)::integer',
};

/**
 * A cache key that changes with every action the figures depend on. Ids are assigned before commit, so the
 * highest id would miss a row committed late; the sum of the last ids does not.
 */
export async function readFreshness(db: Db<AnyTables>): Promise<string> {
  const sums = Object.entries(changeTables).map(
    ([table, version]) => sql`coalesce((select sum(${sql.raw(version)}) from (
      select * from ${sql.table(table)} order by id desc limit ${recentRows}) last), 0)::text`,
  );
  const { rows } = await sql<{ mark: string }>`
    select concat_ws('.', ${sql.join(sums)}) as mark`.execute(db);
  return rows[0]?.mark ?? '';
}
