import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';

const lately = 100;
/** What tells of acts, and what of a row grows with each. */
const changeTables = {
  deal_events: 'id',
  repair_order_events: 'id',
  lead_events: 'id',
  vehicle_events: 'id',
  // Who a visitor was may be said later, and what was merged taken apart again.
  customer_ups: 'id + version',
  customer_merges: 'id + (undone_at is not null)::integer',
};

/**
 * Something that is another after every act the figures are made of. Ids are given before commit, so the
 * highest alone would miss a row that comes to light late; the sum of the last ones does not.
 */
export async function readFreshness(db: Db<AnyTables>): Promise<string> {
  const sums = Object.entries(changeTables).map(
    ([story, grown]) => sql`coalesce((select sum(${sql.raw(grown)}) from (
      select * from ${sql.table(story)} order by id desc limit ${lately}) last), 0)::text`,
  );
  const { rows } = await sql<{ mark: string }>`
    select concat_ws('.', ${sql.join(sums)}) as mark`.execute(db);
  return rows[0]?.mark ?? '';
}
