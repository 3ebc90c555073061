import { type RawBuilder, sql } from 'kysely';
import { stores } from '../../../platform/contract/access.ts';
import { forbidden } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import {
  canReadHr,
  canWriteHr,
  inLineOf,
  readableByHr,
  writableByHr,
} from '../../employees/server/public.ts';

/** Condition on `employees e`: someone whose credentials the actor reads as HR. */
export const asHr = (actor: Actor): RawBuilder<boolean> =>
  canReadHr(actor) ? readableByHr(actor) : sql<boolean>`false`;

/** Condition on `employees e`: they report to the actor, directly or further down. */
export const inTeamOf = ({ userId }: Actor): RawBuilder<boolean> => inLineOf(userId);

/** Condition on `employees e`: the actor reads their credentials, but for private numbers. */
export const readableBy = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(e.user_id = ${actor.userId} or ${asHr(actor)} or ${inTeamOf(actor)})`;

/**
 * Condition on `employees e`: what the actor enters for them counts at once. No one verifies their own credentials.
 */
export const managedBy = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(e.user_id <> ${actor.userId} and ${writableByHr(actor)})`;

/** Kinds and settings apply to every store. */
export const canEditRules = (actor: Actor): boolean =>
  canWriteHr(actor) && ownStores(actor).length === stores.length;

export function assertEditsRules(actor: Actor): void {
  if (!canEditRules(actor)) throw forbidden('Only HR of all stores can change this.');
}
