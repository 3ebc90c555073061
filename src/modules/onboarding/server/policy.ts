import { type RawBuilder, sql } from 'kysely';
import { type Store, stores } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { inStores, ownStores } from '../../../platform/server/records/stores.ts';
import {
  canReadHr,
  canWriteHr,
  inLineOf,
  readableByHr,
  writableByHr,
} from '../../employees/server/public.ts';
import { manages, type PersonRow } from '../../people/server/public.ts';

/** Whether this account is in use, and someone’s: who can be given something to do. */
export const isAvailable = (person: PersonRow | null | undefined): person is PersonRow =>
  person?.is_active === true &&
  !person.pending &&
  !person.deleted_at &&
  person.protection !== 'system_bot';

const never = sql<boolean>`false`;

/** Condition on `onboarding_runs r`: a new hire without an account for one of the actor’s stores. */
const isHireAtOwnStores = (actor: Actor): RawBuilder<boolean> =>
  ownStores(actor).length === stores.length
    ? sql<boolean>`r.user_id is null`
    : sql<boolean>`(r.user_id is null and ${inStores('r.store', ownStores(actor))})`;

/** Condition on `onboarding_runs r` and `employees e`: the actor reads the run as HR. No one does with their own. */
export const isReadByHr = (actor: Actor): RawBuilder<boolean> =>
  canReadHr(actor)
    ? sql<boolean>`(${readableByHr(actor)} and r.user_id <> ${actor.userId} or ${isHireAtOwnStores(actor)})`
    : never;

/** The same: the actor keeps the run as HR. */
export const isKeptByHr = (actor: Actor): RawBuilder<boolean> =>
  canWriteHr(actor) ? sql<boolean>`(${writableByHr(actor)} or ${isHireAtOwnStores(actor)})` : never;

/** The same: the actor stands above the employee. */
export const isInLine = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(r.user_id is not null and ${inLineOf(actor.userId)}
    or r.user_id is null and r.manager_id = ${actor.userId})`;

/** The same: the actor manages accounts, and has something to do in it. */
export const isForIt = (actor: Actor): RawBuilder<boolean> =>
  manages(actor)
    ? sql<boolean>`(coalesce(r.user_id <> ${actor.userId}, true)
        and exists (select from onboarding_items it where it.run_id = r.id and it.owner = 'it')
        and (coalesce(e.store, r.store) is null
          or coalesce(e.store, r.store) = any(${ownStores(actor)}::text[])))`
    : never;

/** The same: the actor sees the list with everything on it. */
export const isVisibleTo = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(${isReadByHr(actor)} or ${isInLine(actor)} or ${isForIt(actor)})`;

/** The manager of a run’s employee: the nearest above who can sign in. */
export const managerOfRun = sql<number | null>`(case when r.user_id is null then r.manager_id else (
  with recursive above as (
    select b.manager_id as id, 1 as level, array[b.user_id] as seen from employees b
      where b.user_id = r.user_id
    union all
    select b.manager_id, level + 1, seen || b.user_id from above join employees b on b.user_id = above.id
      where not b.user_id = any(seen))
  select above.id from above join users mu on mu.id = above.id
  where mu.is_active and not mu.pending and mu.deleted_at is null order by level limit 1) end)`;

/**
 * Condition on the same: the employee may know of it. Someone who is terminated must hear it from a person, not from a
 * list.
 */
export const isKnownToEmployee = sql<boolean>`(r.reason is distinct from 'terminated')`;

/** Condition on `onboarding_items i` of the same: it is the actor’s to do. */
export const isOwnedBy = (actor: Actor): RawBuilder<boolean> => sql<boolean>`(case i.owner
  when 'employee' then r.user_id = ${actor.userId} and ${isKnownToEmployee}
  when 'manager' then ${managerOfRun} = ${actor.userId}
  when 'person' then i.owner_id = ${actor.userId}
    and (r.user_id is distinct from ${actor.userId} or ${isKnownToEmployee})
  when 'hr' then ${isKeptByHr(actor)}
  when 'it' then ${isForIt(actor)} end)`;

/** Whether someone of HR keeps employees of this home store. */
export const keepsStore = (actor: Actor, store: Store | null): boolean =>
  canWriteHr(actor) &&
  (store === null ? ownStores(actor).length === stores.length : ownStores(actor).includes(store));
