import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { dateAt, monthToDate } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { afterRow, allOf, countUpTo } from '../../../../platform/server/records/queries.ts';
import { recordsMatching } from '../../../customers/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Deal } from '../../contract/deal.ts';
import type * as calls from '../../contract.ts';
import { storesOf } from '../policy.ts';
import { type DealRow, selectDeals, toDeal, visibleTo } from '../record/rows.ts';
import type { DealsDb } from '../tables.ts';
import { exactMatches } from './exact.ts';

type Query = ValidOf<typeof calls.listDeals>['query'];
type Filters = ValidOf<typeof calls.countDeals>['query'];

/** One page of the deals the actor may see, latest first. */
export async function listDeals(db: DealsDb, actor: Actor, query: Query): Promise<Deal[]> {
  const where = allOf([await matching(db, actor, query), afterRow(['d.opened_at', 'd.id'], query)]);
  const order = sql`d.opened_at desc, d.id desc`;
  // The ids come from the index alone; the wide rows are fetched only for this page.
  const { rows } = await sql<DealRow>`
    with page as materialized (
      select d.id from deals d
      where ${where} order by ${order} limit ${query.limit})
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

/** Counts the deals that match, up to 10,000. */
export async function countDeals(db: DealsDb, actor: Actor, filters: Filters) {
  const where = await matching(db, actor, filters);
  return countUpTo(db, sql`from deals d where ${where}`);
}

async function matching(db: DealsDb, actor: Actor, filters: Filters): Promise<RawBuilder<unknown>> {
  const { store, status, type, condition, salespersonId, customerId, vehicleId } = filters;
  const { deliveredIn, scope, q } = filters;
  return allOf([
    visibleTo(actor),
    store && sql`d.store = ${store}`,
    status ? sql`d.status = ${status}` : scopes[scope],
    type && (type === 'consumer' ? sql`d.is_retail` : sql`d.type = ${type}`),
    condition && sql`d.condition = ${condition}`,
    salespersonId === 'house_deal' && sql`d.salesperson_id is null`,
    typeof salespersonId === 'number' &&
      sql`(d.salesperson_id = ${salespersonId} or d.second_salesperson_id = ${salespersonId})`,
    customerId !== undefined &&
      sql`d.customer_id in (select id from customers where root_id = ${customerId})`,
    deliveredIn !== undefined && (await deliveredDuring(db, deliveredIn)),
    vehicleId !== undefined && sql`d.vehicle_id = ${vehicleId}`,
    q !== '' && searched(q, storesOf(actor)),
  ]);
}

async function deliveredDuring(db: DealsDb, month: string): Promise<RawBuilder<unknown>> {
  const { from, end } = monthToDate(month, dateAt(await getTimezone(db), Date.now()));
  return sql`d.delivered_on >= ${from}::date and d.delivered_on < ${end}::date`;
}

/** By number, stock number, VIN or its last eight or six, plate, words of the vehicle, customer’s name or phone. */
function searched(typed: string, stores: readonly Store[]): RawBuilder<unknown> {
  return sql`d.id in ${recordsMatching(typed, { table: 'deals', stores, exact: exactMatches(typed) })}`;
}
