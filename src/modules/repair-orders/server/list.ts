import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { dateAt, dayStart, monthToDate } from '../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { afterRow, allOf, countUpTo } from '../../../platform/server/records/queries.ts';
import { listStaff } from '../../../platform/server/records/staff.ts';
import { recordsMatching } from '../../customers/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { Order } from '../contract/order.ts';
import type * as calls from '../contract.ts';
import type { Choices } from '../contract.ts';
import { canImport, canSeeCost, canWrite, storesOf } from './policy.ts';
import { numberOf } from './record/number.ts';
import { type OrderRow, selectOrders, toOrder, visibleTo } from './record/rows.ts';
import type { OrdersDb } from './tables.ts';

type Query = ValidOf<typeof calls.listOrders>['query'];
type Filters = ValidOf<typeof calls.countOrders>['query'];

/** One page of the orders the actor may see, newest first. */
export async function listOrders(db: OrdersDb, actor: Actor, query: Query): Promise<Order[]> {
  const where = allOf([
    await whereMatches(db, actor, query),
    afterRow(['r.opened_at', 'r.id'], query),
  ]);
  const order = sql`r.opened_at desc, r.id desc`;
  // Select the page by index first; fetch columns and joins only for its rows.
  const { rows } = await sql<OrderRow>`
    with page as materialized (
      select r.id from repair_orders r
      where ${where} order by ${order} limit ${query.limit})
    ${selectOrders} join page on page.id = r.id
    order by ${order}`.execute(db);
  return rows.map((row) => toOrder(row, actor));
}

/** Number of orders matching the filters, up to 10,000. */
export async function countOrders(db: OrdersDb, actor: Actor, filters: Filters) {
  const where = await whereMatches(db, actor, filters);
  return countUpTo(db, sql`from repair_orders r where ${where}`);
}

async function whereMatches(
  db: OrdersDb,
  actor: Actor,
  filters: Filters,
): Promise<RawBuilder<unknown>> {
  const { store, status, advisorId, customerId, closedIn, scope, q } = filters;
  return allOf([
    visibleTo(actor),
    store && sql`r.store = ${store}`,
    status && sql`r.status = ${status}`,
    !status && scope === 'open' && sql`r.is_open`,
    scope === 'late' && sql`r.is_open and r.promised_at < now()`,
    !status && scope === 'done' && sql`not r.is_open`,
    advisorId !== undefined && sql`r.advisor_id = ${advisorId}`,
    customerId !== undefined &&
      sql`r.customer_id in (select id from customers where root_id = ${customerId})`,
    closedIn !== undefined && (await closedDuring(db, closedIn)),
    q !== '' && matchesText(q, storesOf(actor)),
  ]);
}

async function closedDuring(db: OrdersDb, month: string): Promise<RawBuilder<unknown>> {
  const timezone = await getTimezone(db);
  const { from, end } = monthToDate(month, dateAt(timezone, Date.now()));
  const first = new Date(dayStart(timezone, from));
  const last = new Date(dayStart(timezone, end));
  return sql`r.closed_at >= ${first}::timestamptz and r.closed_at < ${last}::timestamptz`;
}

/** By RO number, VIN or its last eight or six, plate, words of the vehicle, or the customer’s name or phone. */
function matchesText(typed: string, stores: readonly Store[]): RawBuilder<unknown> {
  const exact = [sql`number = ${numberOf(typed)}`];
  return sql`r.id in ${recordsMatching(typed, { table: 'repair_orders', stores, exact })}`;
}

/** Options for filters and forms: the actor’s stores and the employees who work there. */
export async function getChoices(db: OrdersDb, actor: Actor): Promise<Choices> {
  const stores = storesOf(actor);
  return {
    stores,
    staff: await listStaff(db, stores),
    timezone: await getTimezone(db),
    may: {
      open: canWrite(actor) && stores.length > 0,
      import: canImport(actor) && stores.length > 0,
      seeCost: canSeeCost(actor),
    },
  };
}
