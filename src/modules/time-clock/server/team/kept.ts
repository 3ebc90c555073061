import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { findPersonById, type PersonRow } from '../../../people/server/public.ts';
import { managedBy } from './access.ts';

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
