import { type RawBuilder, sql } from 'kysely';
import { type Store, stores } from '../../../platform/contract/access.ts';
import { forbidden } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { inStores, ownStores } from '../../../platform/server/records/stores.ts';
import { canReadHr, canWriteHr } from '../../employees/server/public.ts';

export const keepsGroup = (actor: Actor): boolean => ownStores(actor).length === stores.length;

const isAtOwnStores = (actor: Actor) =>
  keepsGroup(actor) ? sql<boolean>`true` : inStores('p.store', ownStores(actor));

const forHr = (actor: Actor) => (canReadHr(actor) ? isAtOwnStores(actor) : sql<boolean>`false`);

/** Condition on `recruiting_positions p`: HR of its store and its hiring manager see all of its applicants. */
const seesAll = (actor: Actor) => sql<boolean>`(${forHr(actor)} or p.manager_id = ${actor.userId})`;

/** Condition on `recruiting_applicants a`: interviewers see whom they interview, until the application ends. */
const isInterviewed = (actor: Actor) => sql<boolean>`
  (a.stage not in ('hired', 'rejected', 'withdrawn') and exists (select from recruiting_interviews i
    where i.applicant_id = a.id and i.interviewer_id = ${actor.userId} and i.canceled_at is null))`;

/** Condition on `recruiting_positions p`. */
export const visiblePositions = (actor: Actor): RawBuilder<boolean> => sql<boolean>`
  (${seesAll(actor)} or exists (select from recruiting_applicants a
    where a.position_id = p.id and ${isInterviewed(actor)}))`;

/** Condition on `recruiting_applicants a` and their `recruiting_positions p`. */
export const visibleApplicants = (actor: Actor): RawBuilder<boolean> => sql<boolean>`
  (${seesAll(actor)} or ${isInterviewed(actor)})`;

/** Whether the actor opens and changes positions at this store, and hires for them. */
export const canWritePositions = (actor: Actor, store: Store | null): boolean =>
  canWriteHr(actor) && (store === null ? keepsGroup(actor) : ownStores(actor).includes(store));

interface PositionFacts {
  store: Store | null;
  manager_id: number;
}

/** Whether the actor keeps the applicants of this position. */
export const canKeep = (actor: Actor, position: PositionFacts): boolean =>
  position.manager_id === actor.userId || canWritePositions(actor, position.store);

export function assertMayKeep(actor: Actor, position: PositionFacts): void {
  if (canKeep(actor, position)) return;
  throw forbidden('Only HR and the hiring manager can change this applicant.');
}
