import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Filters } from '../../contract/finding.ts';
import { readPhone } from '../../contract/phones.ts';
import { storesOf } from '../policy.ts';
import { knownTo } from './visible.ts';

const dayMs = 86_400_000;
const daysOf = { 7: 7, 30: 30, 90: 90, over90: 90, over365: 365 } as const;

/** What was looked for, folded as the database folds; a number in any punctuation is its digits. */
export function wordsOf(search: string): string[] {
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

/** The conditions on a customer `c`: what the actor may see, and what the filters leave of it. */
export function conditionsOf(
  actor: Actor,
  filters: Filters,
  foundElsewhere: readonly number[] = [],
): RawBuilder<boolean> {
  const own = storesOf(actor);
  const stores = filters.store ? own.filter((store) => store === filters.store) : own;
  // Whoever is looked after by somebody of a store is known to it: to ask both would be to look twice.
  const known = filters.owner ? ownedBy(actor, filters.owner, stores) : knownTo(stores);
  const parts = [sql<boolean>`c.merged_into_id is null`, known];
  const words = wordsOf(filters.search ?? '');
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
