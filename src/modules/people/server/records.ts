import type { Platform } from '../../../platform/server/platform.ts';
import type { Person, User } from '../contract.ts';
import { chosenState, findStates, publicState, type ShownState } from './status.ts';
import type { PersonRow } from './tables.ts';

/** What every approved user may see; the invisible look offline. */
export function toPerson(row: PersonRow, state: ShownState): Person {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    shownName: row.shown_name,
    username: row.username,
    email: row.email,
    role: row.role,
    department: row.department,
    isActive: row.is_active,
    ...publicState(state),
    protection: row.protection,
  };
}

/**
 * The full record, for the person themselves and people with user management. Without a state the status is
 * the chosen one, as the person sees it; for others use `describeUsers`.
 */
export function toUser(row: PersonRow, state: ShownState = chosenState(row)): User {
  return {
    ...toPerson(row, state),
    ...state,
    emrn: row.emrn,
    storeAccess: row.store_access,
    pagePermissions: row.page_permissions,
    featurePermissions: row.feature_permissions,
    lastLogin: row.last_login_at?.toISOString() ?? null,
    pending: row.pending,
    emailConfirmed: row.email_confirmed_at !== null,
    version: row.version,
  };
}

/** Full records for people with user management, in the given order, with true statuses. */
export async function describeUsers(
  platform: Platform,
  rows: readonly PersonRow[],
): Promise<User[]> {
  const states = await findStates(platform, rows);
  return rows.map((row) => toUser(row, states.get(row.id)));
}

/** Like `describeUsers`, for one user. */
export async function describeUser(platform: Platform, row: PersonRow): Promise<User> {
  const states = await findStates(platform, [row]);
  return toUser(row, states.get(row.id));
}
