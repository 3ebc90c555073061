import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { forbidden } from '../../../../platform/server/http/errors.ts';
import { agingDays } from '../../contract/aging.ts';
import { isGone } from '../../contract/status.ts';
import type { Filters, ListSort } from '../../contract.ts';
import { canSeeMoney, storesOf } from '../policy.ts';
import { inStores } from '../record/rows.ts';

/** Every word is one more question to the index. */
const maxTerms = 8;

/** Refused, not ignored: an order by cost would tell the cost. */
export function assertAskable(
  actor: Actor,
  { costFrom, costTo, sort }: Pick<Filters, 'costFrom' | 'costTo'> & { sort?: ListSort },
): void {
  const asksMoney = costFrom !== undefined || costTo !== undefined || sort === '-cost';
  if (asksMoney && !canSeeMoney(actor)) {
    throw forbidden('Cost is for those who may see financial reports.');
  }
}

/** Of the cars `v` those the actor may see and these filters ask for, on this day. */
export function matching(actor: Actor, asked: Filters, today: string): RawBuilder<boolean> {
  const { store, condition, status, make, priceFrom, priceTo, costFrom, costTo } = asked;
  const parts: (RawBuilder<unknown> | false | undefined)[] = [
    inStores(storesOf(actor)),
    scopeOf(asked),
    store && sql`v.store = ${store}`,
    condition && sql`v.condition = ${condition}`,
    status && sql`v.status = ${status}`,
    make !== undefined && sql`lower(v.make) = lower(${make})`,
    priceFrom !== undefined && sql`v.list_cents >= ${priceFrom}`,
    priceTo !== undefined && sql`v.list_cents <= ${priceTo}`,
    costFrom !== undefined && sql`v.cost_cents >= ${costFrom}`,
    costTo !== undefined && sql`v.cost_cents <= ${costTo}`,
    ageOf(asked, today),
    ...searchTerms(asked.q),
  ];
  const given = parts.filter((part) => part !== undefined && part !== false);
  return sql<boolean>`(${sql.join(given, sql` and `)})`;
}

/** A status says by itself whether such cars are in stock. */
function scopeOf({ scope, status }: Filters) {
  if (status) return sql`v.in_stock = ${sql.lit(!isGone(status))}`;
  return scope !== 'all' && sql`v.in_stock = ${sql.lit(scope === 'stock')}`;
}

/** How long a car has been here is only a question of those that are. */
function ageOf({ aging }: Filters, today: string) {
  if (!aging) return undefined;
  const [least, most] = agingDays[aging];
  const upTo = sql`v.in_stock and v.acquired_on <= ${addDays(today, -least)}::date`;
  // The youngest bucket also holds what is dated ahead of the group's day.
  const first = least === 0 ? sql`v.in_stock` : upTo;
  return most === null ? first : sql`${first} and v.acquired_on >= ${addDays(today, -most)}::date`;
}

function searchTerms(text: string) {
  const words = text.split(/\s+/).filter(Boolean).slice(0, maxTerms);
  // `%` and `_` are letters like any other.
  const literal = words.map((word) => word.replace(/[\\%_]/g, '\\$&'));
  return literal.map((word) => sql`v.search_text like '%' || folded(${word}) || '%'`);
}
