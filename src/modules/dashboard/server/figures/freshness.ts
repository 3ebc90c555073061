import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';

const lately = 100;
const stories = [
  'deal_events',
  'repair_order_events',
  'lead_events',
  'vehicle_events',
  'customer_ups',
] as const;

/**
 * Something that is another after every act the figures are made of. Ids are given before commit, so the
 * highest alone would miss a row that comes to light late; the sum of the last ones does not.
 */
export async function readFreshness(db: Db<AnyTables>): Promise<string> {
  const sums = stories.map(
    (story) => sql`coalesce((select sum(id) from (
      select id from ${sql.table(story)} order by id desc limit ${lately}) last), 0)::text`,
  );
  const { rows } = await sql<{ mark: string }>`
    select concat_ws('.', ${sql.join(sums)}) as mark`.execute(db);
  return rows[0]?.mark ?? '';
}
