import { isDeepStrictEqual } from 'node:util';
import type { PersonRow } from '../../../people/server/public.ts';

/** The fields of an account in the log. */
export const toRecord = (row: PersonRow) => ({
  emrn: row.emrn,
  firstName: row.first_name,
  lastName: row.last_name,
  username: row.username,
  email: row.email,
  role: row.role,
  department: row.department,
  storeAccess: row.store_access,
  pagePermissions: row.page_permissions,
  featurePermissions: row.feature_permissions,
  isActive: row.is_active,
  pending: row.pending,
  emailConfirmed: row.email_confirmed_at !== null,
});

type Field = keyof ReturnType<typeof toRecord>;

const kinds: [action: (after: PersonRow) => string, fields: Field[]][] = [
  [() => 'user.updated', ['firstName', 'lastName', 'username', 'department']],
  [() => 'user.role_changed', ['role']],
  [() => 'user.permissions_changed', ['pagePermissions', 'featurePermissions', 'storeAccess']],
  [({ is_active }) => (is_active ? 'user.enabled' : 'user.disabled'), ['isActive']],
];

/** One entry for each kind of change, whatever the call: each can be found by its action. */
export function namedChanges(before: PersonRow, after: PersonRow) {
  const old = toRecord(before);
  const fresh = toRecord(after);
  return kinds
    .filter(([, fields]) => fields.some((field) => !isDeepStrictEqual(old[field], fresh[field])))
    .map(([action, fields]) => ({
      action: action(after),
      before: pick(old, fields),
      after: pick(fresh, fields),
    }));
}

const pick = (record: ReturnType<typeof toRecord>, fields: Field[]) =>
  Object.fromEntries(fields.map((field) => [field, record[field]]));
