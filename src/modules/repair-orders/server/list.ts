import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { dateAt, dayStart, monthToDate } from '../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { Order } from '../contract/order.ts';
import type * as calls from '../contract.ts';
import { storesOf } from './policy.ts';
import { inStores, type OrderRow, selectOrders, toOrder } from './record/rows.ts';
import type { OrdersDb } from './tables.ts';

type Query = ValidOf<typeof calls.listOrders>['query'];
type Filters = ValidOf<typeof calls.countOrders>['query'];

const maxNameMatches = 500;
const maxCount = 10_000;

/** One page of the orders the actor may see, newest first. */
export async function listOrders(db: OrdersDb, actor: Actor, query: Query): Promise<Order[]> {
  const where = await whereMatches(db, actor, query);
  const order = sql`r.opened_at desc, r.id desc`;
  // Select the page by index first; fetch columns and joins only for its rows.
  const { rows } = await sql<OrderRow>`
    with page as materialized (
      select r.id from repair_orders r
      where ${where} and ${afterCursor(query)} order by ${order} limit ${query.limit})
    ${selectOrders} join page on page.id = r.id
    order by ${order}`.execute(db);
  return rows.map((row) => toOrder(row, actor));
}

/** Number of orders matching the filters, capped at `maxCount`. */
export async function countOrders(db: OrdersDb, actor: Actor, filters: Filters) {
  const where = await whereMatches(db, actor, filters);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from repair_orders r where ${where} limit ${maxCount + 1}) counted`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, maxCount), isMore: count > maxCount };
}

async function whereMatches(
  db: OrdersDb,
  actor: Actor,
  filters: Filters,
): Promise<RawBuilder<unknown>> {
  const { store, status, advisorId, customerId, closedIn, scope, q } = filters;
  const parts: (RawBuilder<unknown> | false | undefined)[] = [
    inStores(storesOf(actor)),
    store && sql`r.store = ${store}`,
    status && sql`r.status = ${status}`,
    !status && scope === 'open' && sql`r.is_open`,
    scope === 'late' && sql`r.is_open and r.promised_at < now()`,
    !status && scope === 'done' && sql`not r.is_open`,
    advisorId !== undefined && sql`r.advisor_id = ${advisorId}`,
    customerId !== undefined &&
      sql`r.customer_id in (select id from customers where root_id = ${customerId})`,
    closedIn !== undefined && (await closedDuring(db, closedIn)),
    q !== '' && matchesText(q),
  ];
  const conditions = parts.filter((part) => part !== undefined && part !== false);
  return sql.join(conditions, sql` and `);
}

async function closedDuring(db: OrdersDb, month: string): Promise<RawBuilder<unknown>> {
  const timezone = await getTimezone(db);
  const { from, end } = monthToDate(month, dateAt(timezone, Date.now()));
  const [first, last] = [from, end].map((day) => new Date(dayStart(timezone, day)));
  return sql`r.closed_at >= ${first}::timestamptz and r.closed_at < ${last}::timestamptz`;
}

/** By RO number, VIN, its last 8, or the customer’s name. */
function matchesText(typed: string): RawBuilder<unknown> {
  const key = typed.toUpperCase().replace(/^R\.?O\.?\s*#?\s*|[\s-]/g, '');
  const pattern = typed.replace(/[\\%_]/g, '\\$&');
  return sql`r.id in (
    (select id from repair_orders where number = ${key})
    union all (select id from repair_orders where vin = ${key})
    union all (select id from repair_orders where right(vin, 8) = ${key})
    union all (select o.id from customers c
      join customers m on m.root_id = c.id
      join repair_orders o on o.customer_id = m.id
      where c.merged_into_id is null and c.search_text like '%' || folded(${pattern}) || '%'
      order by o.opened_at desc limit ${maxNameMatches}))`;
}

function afterCursor({ before, beforeId = 0 }: Query): RawBuilder<unknown> {
  if (before === undefined) return sql`true`;
  return sql`(r.opened_at, r.id) < (${new Date(before)}::timestamptz, ${beforeId})`;
}
