import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Part } from './lines.ts';
import { instantsOf, type Period, type Span } from './period.ts';

/** Closed repair orders by closing day in the group time zone; void orders do not count. */
export async function readOrders(
  db: Db<AnyTables>,
  stores: readonly Store[],
  period: Period,
  span: Span,
): Promise<Part[]> {
  const bounds = instantsOf(period, period.parts);
  const [from, end] = instantsOf(period, [span.from, span.end]);
  const { rows } = await sql<Part>`
    select width_bucket(closed_at, ${bounds}::timestamptz[]) as part, count(*) as value
    from repair_orders
    where store = any(${stores}::text[]) and status = 'closed'
      and closed_at >= ${from}::timestamptz and closed_at < ${end}::timestamptz
    group by 1`.execute(db);
  return rows;
}

/** The day the first repair order of these stores was closed; null if none. */
export async function readFirstOrder(
  db: Db<AnyTables>,
  stores: readonly Store[],
  { timezone }: Period,
): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select (min(since) at time zone ${timezone})::date::text as since
    from unnest(${stores}::text[]) selected (store), lateral (
      select min(closed_at) as since from repair_orders o where o.store = selected.store) found`.execute(
    db,
  );
  return rows[0]?.since ?? null;
}
