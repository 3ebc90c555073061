import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { allOf } from '../../../../platform/server/records/queries.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { agingDays } from '../../contract/aging.ts';
import { isGone, type Status } from '../../contract/status.ts';
import type { Filters, ListSort } from '../../contract.ts';
import { canSeeMoney, storesOf } from '../policy.ts';
import { matchesOf } from '../record/rows.ts';

/** Throws instead of ignoring: sorting by cost would reveal the cost. */
export function assertMayQuery(
  actor: Actor,
  {
    costFrom,
    costTo,
    payoff,
    sort,
  }: Pick<Filters, 'costFrom' | 'costTo' | 'payoff'> & { sort?: ListSort },
): void {
  const asksMoney = [costFrom, costTo, payoff].some((one) => one !== undefined) || sort === '-cost';
  if (asksMoney && !canSeeMoney(actor)) {
    throw forbidden('You need access to financial reports to filter or sort by cost.');
  }
}

/** Vehicles `v` that are visible to the actor and match the filters, on this day. */
export function whereMatches(actor: Actor, filters: Filters, today: string): RawBuilder<boolean> {
  const { store, condition, status, make, priceFrom, priceTo, costFrom, costTo } = filters;
  return allOf([
    inStores('v.store', storesOf(actor)),
    scopeOf(filters),
    store && sql`v.store = ${store}`,
    condition && sql`v.condition = ${condition}`,
    status && whereStatus(status),
    filters.group && sql`v.counted_as = ${filters.group}`,
    filters.payoff && isPayoffDue,
    make !== undefined && sql`lower(v.make) = lower(${make})`,
    priceFrom !== undefined && sql`v.list_cents >= ${priceFrom}`,
    priceTo !== undefined && sql`v.list_cents <= ${priceTo}`,
    costFrom !== undefined && sql`v.cost_cents >= ${costFrom}`,
    costTo !== undefined && sql`v.cost_cents <= ${costTo}`,
    ageOf(filters, today),
    ...matchesOf(filters.q),
  ]);
}

/** It is sold or gone, and the lender does not have its money yet. */
export const isPayoffDue = sql<boolean>`((v.sale = 'sold' or v.gone_as is not null) and v.floored_on is not null
  and v.floorplan_paid_on is null)`;

const beforeLine: readonly Status[] = ['in_transit', 'received', 'acquired', 'recon'];

/** What is on its way to the line is there for all to see, sold or not. On the line, sold is no longer frontline. */
const whereStatus = (status: Status) =>
  beforeLine.includes(status) ? sql`v.place = ${status}` : sql`v.status = ${status}`;

/** A status, a group and a payoff imply whether the vehicles are in stock. */
function scopeOf({ scope, status, group, payoff }: Filters) {
  if (payoff) return undefined;
  if (group) return sql`v.in_stock`;
  if (status) return sql`v.in_stock = ${sql.lit(!isGone(status))}`;
  return scope !== 'all' && sql`v.in_stock = ${sql.lit(scope === 'stock')}`;
}

/** Only what is for sale and here ages; what is sold, on its way or lent does not. */
function ageOf({ aging }: Filters, today: string) {
  if (!aging) return undefined;
  const [least, most] = agingDays[aging];
  const ages = sql`v.in_stock and v.counted_as = 'on_ground'`;
  const upTo = sql`${ages} and v.acquired_on <= ${addDays(today, -least)}::date`;
  // The youngest bucket includes future acquisition dates.
  const first = least === 0 ? ages : upTo;
  return most === null ? first : sql`${first} and v.acquired_on >= ${addDays(today, -most)}::date`;
}
