import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { forbidden, notFound } from '../../../../platform/server/http/errors.ts';
import { findPersonById, type PersonRow } from '../../../people/server/public.ts';
import type { ClockDb } from '../tables.ts';
import { canKeep, canKeepHours, type Keeper, rolesKept, storesKept } from './policy.ts';

/** Somebody whose hours the actor keeps; for everybody else there is no such person. */
export async function getKept(db: ClockDb, actor: Actor, userId: number): Promise<PersonRow> {
  const person = await findPersonById(db, userId);
  if (!person || !isCounted(person) || !canKeep(actor, person)) throw notFound();
  return person;
}

const isCounted = ({ protection, pending }: PersonRow) => protection !== 'system_bot' && !pending;

export function assertKeepsHours(actor: Actor): void {
  if (!canKeepHours(actor)) throw forbidden('Only managers see the hours of others.');
}

/** People `u` whose hours the actor keeps, as SQL: the same rule as `canKeep`. */
export function keptBy(actor: Keeper) {
  const stores = storesKept(actor);
  return sql<SqlBool>`(u.id <> ${actor.userId} and u.role = any(${rolesKept(actor)}::text[])
    and u.protection is distinct from 'system_bot' and not u.pending
    and (${stores === null} or u.store_access && ${stores ?? []}::text[]))`;
}
