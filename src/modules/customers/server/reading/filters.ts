import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { dateAt, dayStart, monthToDate } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Filters } from '../../contract/finding.ts';
import { readPhone } from '../../contract/phones.ts';
import type { ActivitySpan, CustomerParts } from '../parts.ts';
import { storesOf } from '../policy.ts';
import type { CustomerTables } from '../tables.ts';
import { knownTo } from './visible.ts';

const dayMs = 86_400_000;
const daysOf = { 7: 7, 30: 30, 90: 90, over90: 90, over365: 365 } as const;

/** What was looked for, folded as the database folds; a number in any punctuation is its digits. */
export function searchTerms(search: string): string[] {
  const phone = readPhone(search);
  if (phone) return [phone.e164.slice(1)];
  if (/^[\d\s().+\-/]+$/.test(search)) {
    const digits = search.replace(/\D/g, '');
    return digits ? [digits] : [];
  }
  const folded = search
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return [...new Set(folded.split(/[\s,]+/).filter(Boolean))].slice(0, 8);
}

/** `%` and `_` are letters like any other to whoever types them. */
const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * The conditions on a customer `c`: what the actor may see, and what the filters leave of it, as the records of this
 * module and of those above tell.
 */
export async function conditionsOf(
  db: Kysely<CustomerTables>,
  actor: Actor,
  filters: Filters,
  parts: CustomerParts,
): Promise<RawBuilder<boolean>> {
  const own = storesOf(actor);
  const search = filters.search;
  const found = search
    ? (await Promise.all(parts.finders.map((one) => one.find(search, own)))).flat()
    : [];
  const conditions = narrowing(actor, filters, found);
  if (filters.activeIn === undefined) return conditions;
  const stores = filters.store ? own.filter((store) => store === filters.store) : own;
  const active = activeDuring(await spanOf(db, filters.activeIn), stores, parts);
  return sql`${conditions} and ${active}`;
}

async function spanOf(db: Kysely<CustomerTables>, month: string): Promise<ActivitySpan> {
  const timezone = await getTimezone(db);
  const days = monthToDate(month, dateAt(timezone, Date.now()));
  const at = (day: string) => new Date(dayStart(timezone, day));
  return { days, from: at(days.from), end: at(days.end) };
}

/** In the showroom, or in the records of a module above; whoever was merged counts as whom they were merged into. */
function activeDuring(
  span: ActivitySpan,
  stores: readonly Store[],
  { activity }: CustomerParts,
): RawBuilder<boolean> {
  const visits = sql`select customer_id from customer_ups
    where store = any(${stores}::text[]) and customer_id is not null
      and arrived_at >= ${span.from}::timestamptz and arrived_at < ${span.end}::timestamptz`;
  const met = [visits, ...activity.map((source) => source(span, stores))];
  return sql`c.id in (select m.root_id from customers m
    where m.id in (${sql.join(met, sql` union all `)}))`;
}

function narrowing(
  actor: Actor,
  filters: Filters,
  foundElsewhere: readonly number[],
): RawBuilder<boolean> {
  const own = storesOf(actor);
  const stores = filters.store ? own.filter((store) => store === filters.store) : own;
  // Whoever is looked after by somebody of a store is known to it: to ask both would be to look twice.
  const known = filters.owner ? ownedBy(actor, filters.owner, stores) : knownTo(stores);
  const parts = [sql<boolean>`c.merged_into_id is null`, known];
  const words = searchTerms(filters.search ?? '');
  if (filters.search && words.length === 0) parts.push(sql`false`);
  const matching = words.map((word) => sql<boolean>`c.search_text like ${containing(word)}`);
  if (words.length > 0 && foundElsewhere.length > 0) {
    const spelled = sql.join(matching, sql` and `);
    parts.push(sql`((${spelled}) or c.id = any(${foundElsewhere}::integer[]))`);
  } else parts.push(...matching);
  if (filters.tag) parts.push(sql`c.tags @> array[${filters.tag}]::text[]`);
  if (filters.consent)
    parts.push(sql`c.consents @> array[${`${filters.consent}:marketing`}]::text[]`);
  if (filters.contact) parts.push(sql`c.do_not_contact = ${filters.contact === 'not_allowed'}`);
  if (filters.kind) parts.push(sql`c.kind = ${filters.kind}`);
  if (filters.activity) parts.push(activeSince(filters.activity));
  return sql.join(parts, sql` and `);
}

function activeSince(activity: NonNullable<Filters['activity']>): RawBuilder<boolean> {
  const since = new Date(Date.now() - daysOf[activity] * dayMs);
  return activity.startsWith('over')
    ? sql`c.last_activity_at < ${since}`
    : sql`c.last_activity_at >= ${since}`;
}

function ownedBy(actor: Actor, owner: string, stores: readonly string[]): RawBuilder<boolean> {
  const here = sql`o.customer_id = c.id and o.store = any(${stores}::text[])`;
  if (owner === 'none')
    return sql`(${knownTo(stores)} and not exists (select from customer_stores o
      where ${here} and o.owner_id is not null))`;
  const id = owner === 'me' ? actor.userId : Number(owner);
  return sql`exists (select from customer_stores o where ${here} and o.owner_id = ${id})`;
}
