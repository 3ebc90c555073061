import { type SqlBool, sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { forbidden, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { findPersonById, type PersonRow } from '../../people/server/public.ts';
import {
  canManageHours,
  canManageHoursOf,
  type HoursManager,
  managedRoles,
  managedStores,
} from './policy.ts';
import type { ClockDb } from './tables.ts';

/** A person whose hours the actor manages; throws `not_found` for anyone else. */
export async function getManagedPerson(
  db: ClockDb,
  actor: Actor,
  userId: number,
): Promise<PersonRow> {
  const person = await findPersonById(db, userId);
  if (!person || !isCounted(person) || !canManageHoursOf(actor, person)) throw notFound();
  return person;
}

const isCounted = ({ protection, pending }: PersonRow) => protection !== 'system_bot' && !pending;

export function assertManagesHours(actor: Actor): void {
  if (!canManageHours(actor)) throw forbidden('Only managers can view other employees’ hours.');
}

/** People `u` whose hours the actor manages, as SQL: the same rule as `canManageHoursOf`. */
export function managedBy(actor: HoursManager) {
  const stores = managedStores(actor);
  return sql<SqlBool>`(u.id <> ${actor.userId} and u.role = any(${managedRoles(actor)}::text[])
    and u.protection is distinct from 'system_bot' and not u.pending
    and (${stores === null} or u.store_access && ${stores ?? []}::text[]))`;
}

/**
 * The people whose hours a user manages, unordered, including former employees. Uses the user's current record,
 * so that scheduled reports run with current permissions.
 */
export async function listManagedPeople(
  db: Db<AnyTables>,
  managerId: number,
): Promise<PersonRow[]> {
  const manager = await findPersonById(db, managerId);
  if (!manager?.is_active || manager.deleted_at || manager.pending) return [];
  const { rows } = await sql<PersonRow>`
    select u.* from users u where ${managedBy({
      userId: manager.id,
      role: manager.role,
      storeAccess: manager.store_access,
      pagePermissions: manager.page_permissions,
      featurePermissions: manager.feature_permissions,
    })}`.execute(db);
  return rows;
}
