import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { findPersonById, type PersonRow } from '../../../people/server/public.ts';
import { keptBy } from './access.ts';

/**
 * The people whose hours somebody keeps, in no order, also those who left; none for who keeps nobody’s. By
 * the record of whoever asks, so that what goes out at night goes by the rights of that night.
 */
export async function listKept(db: Db<AnyTables>, keeperId: number): Promise<PersonRow[]> {
  const keeper = await findPersonById(db, keeperId);
  if (!keeper?.is_active || keeper.deleted_at || keeper.pending) return [];
  const { rows } = await sql<PersonRow>`
    select u.* from users u where ${keptBy({
      userId: keeper.id,
      role: keeper.role,
      storeAccess: keeper.store_access,
      pagePermissions: keeper.page_permissions,
      featurePermissions: keeper.feature_permissions,
    })}`.execute(db);
  return rows;
}
