import { type Kysely, sql } from 'kysely';
import { type Grants, holdsFeature, type Role, roles } from '../../../platform/contract/access.ts';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import { manages } from './policy.ts';
import { type PersonRow, people } from './tables.ts';

interface Decider extends Grants {
  userId: number;
  storeAccess: readonly string[];
}

type Named = Pick<PersonRow, 'id' | 'role' | 'protection' | 'store_access'>;

const rank = (role: Role) => roles.indexOf(role);

/**
 * Whether someone may decide a person's name change: administrators, and people with user management or HR
 * rights (`manage_users`) in one of the person's stores. Never their own, nor that of a higher role.
 */
export function canDecideName(decider: Decider, person: Named): boolean {
  if (person.id === decider.userId || person.protection !== null) return false;
  if (decider.role === 'admin') return true;
  if (rank(person.role) > rank(decider.role)) return false;
  if (!manages(decider) && !holdsFeature(decider, 'manage_users')) return false;
  return (
    decider.storeAccess.includes('all') ||
    person.store_access.some((store) => decider.storeAccess.includes(store))
  );
}

/** The ids of everyone who can decide this person's name change and can sign in. */
export async function listNameDeciders(db: Kysely<AnyTables>, person: Named): Promise<number[]> {
  const rows = await people(db)
    .selectFrom('users')
    .selectAll()
    .where('is_active', '=', true)
    .where('pending', '=', false)
    .where('deleted_at', 'is', null)
    .where('protection', 'is distinct from', 'system_bot')
    .where(
      sql<boolean>`(role = 'admin' or page_permissions && array['user_management', 'all']
        or feature_permissions && array['manage_users', 'full_access', 'all'])`,
    )
    .orderBy('id')
    .execute();
  return rows.filter((row) => canDecideName(deciderOf(row), person)).map(({ id }) => id);
}

const deciderOf = (row: PersonRow): Decider => ({
  userId: row.id,
  role: row.role,
  storeAccess: row.store_access,
  pagePermissions: row.page_permissions,
  featurePermissions: row.feature_permissions,
});
