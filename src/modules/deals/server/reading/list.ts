import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { dateAt, monthToDate } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Deal } from '../../contract/deal.ts';
import type * as calls from '../../contract.ts';
import { storesOf } from '../policy.ts';
import { type DealRow, inStores, selectDeals, toDeal } from '../record/rows.ts';
import type { DealsDb } from '../tables.ts';

type Query = ValidOf<typeof calls.listDeals>['query'];
type Filters = ValidOf<typeof calls.countDeals>['query'];

/** So many deals or customers of what was typed are looked at. */
const namedAtMost = 500;
const countAtMost = 10_000;

/** One page of the deals the actor may see, the latest first. */
export async function listDeals(db: DealsDb, actor: Actor, query: Query): Promise<Deal[]> {
  const where = await matching(db, actor, query);
  const order = sql`d.opened_at desc, d.id desc`;
  // Which deals first, by the narrow rows of an index; what is told of them is fetched for those alone.
  const { rows } = await sql<DealRow>`
    with page as materialized (
      select d.id from deals d
      where ${where} and ${behind(query)} order by ${order} limit ${query.limit})
    ${selectDeals} join page on page.id = d.id
    order by ${order}`.execute(db);
  return rows.map((row) => toDeal(row, actor));
}

const scopes = {
  open: sql`d.is_open`,
  in_transit: sql`d.status = 'delivered'`,
  done: sql`d.status in ('funded', 'canceled')`,
  all: undefined,
};

/** How many deals the filters leave, counted up to `countAtMost`. */
export async function countDeals(db: DealsDb, actor: Actor, filters: Filters) {
  const where = await matching(db, actor, filters);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from deals d where ${where} limit ${countAtMost + 1}) counted`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, countAtMost), isMore: count > countAtMost };
}

async function matching(db: DealsDb, actor: Actor, asked: Filters): Promise<RawBuilder<unknown>> {
  const { store, status, type, condition, salespersonId, customerId, vehicleId } = asked;
  const { deliveredIn, scope, q } = asked;
  const parts: (RawBuilder<unknown> | false | undefined)[] = [
    inStores(storesOf(actor)),
    store && sql`d.store = ${store}`,
    status ? sql`d.status = ${status}` : scopes[scope],
    type && (type === 'consumer' ? sql`d.is_retail` : sql`d.type = ${type}`),
    condition && sql`d.condition = ${condition}`,
    salespersonId !== undefined &&
      sql`(d.salesperson_id = ${salespersonId} or d.second_salesperson_id = ${salespersonId})`,
    customerId !== undefined &&
      sql`d.customer_id in (select id from customers where root_id = ${customerId})`,
    deliveredIn !== undefined && (await deliveredDuring(db, deliveredIn)),
    vehicleId !== undefined && sql`d.vehicle_id = ${vehicleId}`,
    q !== '' && named(q, storesOf(actor)),
  ];
  const given = parts.filter((part) => part !== undefined && part !== false);
  return sql.join(given, sql` and `);
}

async function deliveredDuring(db: DealsDb, month: string): Promise<RawBuilder<unknown>> {
  const { from, end } = monthToDate(month, dateAt(await getTimezone(db), Date.now()));
  return sql`d.delivered_on >= ${from}::date and d.delivered_on < ${end}::date`;
}

/** By its number, its stock number, its VIN or the end of it, words of the car, or the customer’s name. */
function named(typed: string, stores: readonly Store[]): RawBuilder<unknown> {
  const key = typed.toUpperCase().replace(/^(DEAL|STK|STOCK)\s*(?:#\s*)?(?=\S*\d)|[\s-]/g, '');
  const words = typed.replace(/[\\%_]/g, '\\$&');
  return sql`d.id in (
    (select id from deals where number = ${key})
    union all (select id from deals where stock_key = ${key} and stock_key <> '')
    union all (select id from deals where vin = ${key})
    union all (select id from deals where right(vin, 8) = ${key})
    union all (select d.id from deals d
      where folded(d.vehicle) like '%' || folded(${words}) || '%' and ${inStores(stores)}
      order by d.opened_at desc limit ${namedAtMost})
    union all (select d.id from customers c
      join customers m on m.root_id = c.id
      join deals d on d.customer_id = m.id
      where c.merged_into_id is null and c.search_text like '%' || folded(${words}) || '%'
        and ${inStores(stores)}
      order by d.opened_at desc limit ${namedAtMost}))`;
}

function behind({ before, beforeId = 0 }: Query): RawBuilder<unknown> {
  if (before === undefined) return sql`true`;
  return sql`(d.opened_at, d.id) < (${new Date(before)}::timestamptz, ${beforeId})`;
}
