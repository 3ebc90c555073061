import type { Person, User } from '../contract.ts';
import type { PersonRow } from './tables.ts';

/** What every approved person may know; who chose to be invisible looks offline. */
export function toPerson(row: PersonRow): Person {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.username,
    email: row.email,
    role: row.role,
    department: row.department,
    isActive: row.is_active,
    status: row.status === 'invisible' ? 'offline' : row.status,
    protection: row.protection,
  };
}

/** The whole record, for the person themselves and for those who manage people; status as chosen. */
export function toUser(row: PersonRow): User {
  return {
    ...toPerson(row),
    status: row.status,
    emrn: row.emrn,
    storeAccess: row.store_access,
    pagePermissions: row.page_permissions,
    featurePermissions: row.feature_permissions,
    lastLogin: row.last_login_at?.toISOString() ?? null,
    pending: row.pending,
  };
}
