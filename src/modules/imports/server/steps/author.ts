import type { Kysely } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ImportTables } from '../tables.ts';

/** The author of an import with current access; undefined if they have left. */
export async function findAuthor(
  tx: Kysely<ImportTables>,
  userId: number,
): Promise<Actor | undefined> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      ...{ userId: row.id, sessionId: '', username: row.username, role: row.role },
      ...{
        firstName: row.first_name,
        lastName: row.last_name,
        shownName: row.shown_name,
        department: row.department,
      },
      ...{ storeAccess: row.store_access, pagePermissions: row.page_permissions },
      ...{ featurePermissions: row.feature_permissions, pending: row.pending },
      mustChangePassword: false,
    }
  );
}
