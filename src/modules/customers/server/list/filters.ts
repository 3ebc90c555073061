import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { dateAt, dayStart, monthToDate } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { escapeLike } from '../../../../platform/server/records/queries.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Filters } from '../../contract/finding.ts';
import type { ActivitySpan, CustomerParts } from '../parts.ts';
import { storesOf } from '../policy.ts';
import { customersByVehicle, searchTerms } from '../searching.ts';
import type { CustomersDb } from '../tables.ts';
import { knownTo } from '../visible.ts';

const dayMs = 86_400_000;
const daysOf = { 7: 7, 30: 30, 90: 90, over90: 90, over365: 365 } as const;

/**
 * Conditions on a customer `c`: visible to the actor and matching the filters, by records of this module
 * and of those above.
 */
export async function whereMatches(
  db: CustomersDb,
  actor: Actor,
  filters: Filters,
  parts: CustomerParts,
): Promise<RawBuilder<boolean>> {
  const own = storesOf(actor);
  const search = filters.search;
  const found = search
    ? await Promise.all([
        customersByVehicle(db, search, own),
        ...parts.finders.map((finder) => finder.find(search, own)),
      ])
    : [];
  const conditions = matchesFilters(actor, filters, [...new Set(found.flat())]);
  if (filters.activeIn === undefined) return conditions;
  const stores = filters.store ? own.filter((store) => store === filters.store) : own;
  const active = activeDuring(await spanOf(db, filters.activeIn), stores, parts);
  return sql`${conditions} and ${active}`;
}

async function spanOf(db: CustomersDb, month: string): Promise<ActivitySpan> {
  const timezone = await getTimezone(db);
  const days = monthToDate(month, dateAt(timezone, Date.now()));
  const at = (day: string) => new Date(dayStart(timezone, day));
  return { days, from: at(days.from), end: at(days.end) };
}

/** Visited the showroom, or has records in a module above; merged customers count as their survivor. */
function activeDuring(
  span: ActivitySpan,
  stores: readonly Store[],
  { activity }: CustomerParts,
): RawBuilder<boolean> {
  const visits = sql`select customer_id from customer_ups
    where store = any(${stores}::text[]) and customer_id is not null
      and arrived_at >= ${span.from}::timestamptz and arrived_at < ${span.end}::timestamptz`;
  const activeIds = [visits, ...activity.map((source) => source(span, stores))];
  return sql`c.id in (select m.root_id from customers m
    where m.id in (${sql.join(activeIds, sql` union all `)}))`;
}

function matchesFilters(
  actor: Actor,
  filters: Filters,
  foundIds: readonly number[],
): RawBuilder<boolean> {
  const own = storesOf(actor);
  const stores = filters.store ? own.filter((store) => store === filters.store) : own;
  // A customer assigned at a store is known to it; checking both would be redundant.
  const visible = filters.owner ? ownedBy(actor, filters.owner, stores) : knownTo(stores);
  const conditions = [sql<boolean>`c.merged_into_id is null`, visible];
  const terms = searchTerms(filters.search ?? '');
  if (filters.search && terms.length === 0) conditions.push(sql`false`);
  const matches = terms.map((word) => sql<boolean>`c.search_text like ${`%${escapeLike(word)}%`}`);
  if (terms.length > 0 && foundIds.length > 0) {
    const textMatches = sql.join(matches, sql` and `);
    conditions.push(sql`((${textMatches}) or c.id = any(${foundIds}::integer[]))`);
  } else {
    conditions.push(...matches);
  }
  if (filters.tag) conditions.push(sql`c.tags @> array[${filters.tag}]::text[]`);
  if (filters.consent)
    conditions.push(sql`c.consents @> array[${`${filters.consent}:marketing`}]::text[]`);
  if (filters.contact)
    conditions.push(sql`c.do_not_contact = ${filters.contact === 'not_allowed'}`);
  if (filters.kind) conditions.push(sql`c.kind = ${filters.kind}`);
  if (filters.activity) conditions.push(activeSince(filters.activity));
  return sql.join(conditions, sql` and `);
}

function activeSince(activity: NonNullable<Filters['activity']>): RawBuilder<boolean> {
  const since = new Date(Date.now() - daysOf[activity] * dayMs);
  return activity.startsWith('over')
    ? sql`c.last_activity_at < ${since}`
    : sql`c.last_activity_at >= ${since}`;
}

function ownedBy(actor: Actor, owner: string, stores: readonly string[]): RawBuilder<boolean> {
  const ownStores = sql`o.customer_id = c.id and o.store = any(${stores}::text[])`;
  if (owner === 'none')
    return sql`(${knownTo(stores)} and not exists (select from customer_stores o
      where ${ownStores} and o.owner_id is not null))`;
  const id = owner === 'me' ? actor.userId : Number(owner);
  return sql`exists (select from customer_stores o where ${ownStores} and o.owner_id = ${id})`;
}
