import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { allOf, escapeLike } from '../../../../platform/server/records/queries.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { agingDays } from '../../contract/aging.ts';
import { isGone } from '../../contract/status.ts';
import type { Filters, ListSort } from '../../contract.ts';
import { canSeeMoney, storesOf } from '../policy.ts';

/** Each term is one more index scan. */
const maxTerms = 8;

/** Throws instead of ignoring: sorting by cost would reveal the cost. */
export function assertMayQuery(
  actor: Actor,
  { costFrom, costTo, sort }: Pick<Filters, 'costFrom' | 'costTo'> & { sort?: ListSort },
): void {
  const asksMoney = costFrom !== undefined || costTo !== undefined || sort === '-cost';
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
    status && sql`v.status = ${status}`,
    make !== undefined && sql`lower(v.make) = lower(${make})`,
    priceFrom !== undefined && sql`v.list_cents >= ${priceFrom}`,
    priceTo !== undefined && sql`v.list_cents <= ${priceTo}`,
    costFrom !== undefined && sql`v.cost_cents >= ${costFrom}`,
    costTo !== undefined && sql`v.cost_cents <= ${costTo}`,
    ageOf(filters, today),
    ...searchTerms(filters.q),
  ]);
}

/** A status filter implies whether the vehicles are in stock. */
function scopeOf({ scope, status }: Filters) {
  if (status) return sql`v.in_stock = ${sql.lit(!isGone(status))}`;
  return scope !== 'all' && sql`v.in_stock = ${sql.lit(scope === 'stock')}`;
}

/** Aging only applies to vehicles in stock. */
function ageOf({ aging }: Filters, today: string) {
  if (!aging) return undefined;
  const [least, most] = agingDays[aging];
  const upTo = sql`v.in_stock and v.acquired_on <= ${addDays(today, -least)}::date`;
  // The youngest bucket includes future acquisition dates.
  const first = least === 0 ? sql`v.in_stock` : upTo;
  return most === null ? first : sql`${first} and v.acquired_on >= ${addDays(today, -most)}::date`;
}

function searchTerms(text: string) {
  const terms = text.split(/\s+/).filter(Boolean).slice(0, maxTerms);
  return terms.map((word) => sql`v.search_text like '%' || folded(${escapeLike(word)}) || '%'`);
}
