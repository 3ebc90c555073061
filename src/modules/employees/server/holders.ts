import { type RawBuilder, sql } from 'kysely';
import { type Store, stores } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { mayUse } from '../../../platform/server/records/staff.ts';
import { hrWriteAccess } from '../contract/fields.ts';
import { canWriteHr } from './policy.ts';
import type { EmployeesDb } from './tables.ts';

/** Condition on `users u`: an active person who writes in HR. */
export const isHrWriter = sql<boolean>`(u.is_active and not u.pending and u.deleted_at is null
  and u.protection is distinct from 'system_bot' and ${mayUse(hrWriteAccess)})`;

/** Condition on `employee_private_access a` and their `users u`: it is in force. */
export const isInForce = sql<boolean>`(a.ended_at is null and ${isHrWriter})`;

/**
 * Whether the actor holds the grant of the private part. It says nothing about an employee: their file must be
 * readable to the actor as HR, too.
 */
export async function hasPrivateAccess(
  db: EmployeesDb,
  actor: Pick<
    Actor,
    'userId' | 'role' | 'pagePermissions' | 'featurePermissions' | 'storeAccess' | 'pending'
  >,
): Promise<boolean> {
  if (!canWriteHr(actor)) return false;
  const { rows } = await sql`select from employee_private_access
    where user_id = ${actor.userId} and ended_at is null`.execute(db);
  return rows.length > 0;
}

/** Condition on `users u`: an employee of this home store is at their stores; null: of the whole group, so at all of them. */
export const isAtTheirStores = (store: RawBuilder<Store | null>): RawBuilder<boolean> =>
  sql<boolean>`(case when ${store} is null
    then 'all' = any(u.store_access) or u.store_access @> ${[...stores]}::text[]
    else u.store_access && array[${store}, 'all'] end)`;

/** HR of a home store: who writes there and is of the HR department, or others who write where it has none. */
export async function listHr(
  db: Db<AnyTables>,
  store: Store | null,
  { except }: { except?: number } = {},
): Promise<number[]> {
  const { rows } = await sql<{ id: number; isHr: boolean }>`
    select u.id, u.department is not distinct from 'hr' as "isHr" from users u
    where ${isHrWriter} and ${isAtTheirStores(sql<Store | null>`${store}::text`)}
      and u.id is distinct from ${except ?? null}::integer
    order by u.id`.execute(db);
  const ofHr = rows.filter(({ isHr }) => isHr);
  return (ofHr.length > 0 ? ofHr : rows).map((row) => row.id);
}
