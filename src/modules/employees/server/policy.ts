import { type RawBuilder, sql } from 'kysely';
import { permits, type Store, stores } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { allOf, type Condition } from '../../../platform/server/records/queries.ts';
import { inStores, ownStores, type Viewer } from '../../../platform/server/records/stores.ts';
import { hrReadAccess, hrWriteAccess } from '../contract/fields.ts';

/** Whether the actor reads files as HR; `readableByHr` says which ones. */
export const canReadHr = (actor: Viewer): boolean => permits(hrReadAccess, actor);

/** Whether the actor writes files as HR. They must also be able to read the file, and it must not be their own. */
export const canWriteHr = (actor: Viewer): boolean => permits(hrWriteAccess, actor);

export const seesGroup = (actor: Pick<Actor, 'storeAccess'>): boolean =>
  ownStores(actor).length === stores.length;

/** Condition on `employees e`: an employee of the actor’s stores; of the whole group only for those who have all stores. */
const isAtOwnStores = (actor: Pick<Actor, 'storeAccess'>): RawBuilder<boolean> =>
  seesGroup(actor)
    ? sql<boolean>`true`
    : sql<boolean>`(e.store is not null and ${inStores('e.store', ownStores(actor))})`;

const never = sql<boolean>`false`;

/** Condition on `employees e`: the actor reads the file as HR. */
export const readableByHr = (actor: Viewer): RawBuilder<boolean> =>
  canReadHr(actor) ? isAtOwnStores(actor) : never;

/** Condition on `employees e`: the actor writes the file as HR, which no one does with their own. */
export const writableByHr = (actor: Viewer & Pick<Actor, 'userId'>): RawBuilder<boolean> =>
  canWriteHr(actor)
    ? sql<boolean>`(${isAtOwnStores(actor)} and e.user_id <> ${actor.userId})`
    : never;

/** Whether an employee of this home store is at the actor’s stores. */
export const isAtStoresOf = (actor: Pick<Actor, 'storeAccess'>, store: Store | null): boolean =>
  store === null ? seesGroup(actor) : ownStores(actor).includes(store);

/** Condition on `employees e`: this user stands above them, as their manager or further up. */
export const inLineOf = (userId: number): RawBuilder<boolean> => sql<boolean>`
  (e.user_id <> ${userId} and e.user_id in (with recursive below as (
    select user_id from employees where manager_id = ${userId}
    union select b.user_id from employees b join below on b.manager_id = below.user_id)
    select user_id from below))`;

/** Condition on `employees e` and their `users u`: they left, or their account was deleted. */
export const isFormer = (today: string): RawBuilder<boolean> =>
  sql<boolean>`(u.deleted_at is not null or coalesce(e.left_on < ${today}::date, false))`;

/** Condition on the same: colleagues see them. */
export const isInDirectory = (today: string, ...more: Condition[]): RawBuilder<boolean> =>
  allOf([sql`not ${isFormer(today)}`, sql`u.is_active`, ...more]);
