import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import { changedMeanwhile } from '../../../../platform/server/records/versions.ts';
import { type PersonRow, people } from '../tables.ts';
import type { NewUser } from './create.ts';
import { rejectTaken } from './unique.ts';

/** The fields that may change; employee number and email never do. */
type Changeable = Omit<
  NewUser,
  'emrn' | 'email' | 'status' | 'protection' | 'lastLoginAt' | 'emailConfirmed'
>;
export type UserChanges = { [Field in keyof Changeable]?: Changeable[Field] | undefined };

const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  username: 'username',
  role: 'role',
  department: 'department',
  storeAccess: 'store_access',
  pagePermissions: 'page_permissions',
  featurePermissions: 'feature_permissions',
  isActive: 'is_active',
  pending: 'pending',
} as const satisfies Record<keyof Changeable, keyof PersonRow>;

/**
 * Changes a record, increments its version and returns the new row. Throws `conflict` if `version` is no
 * longer current or a username is taken, and `not_found` if the person no longer exists; the transaction is
 * then aborted. The caller publishes the change.
 */
export async function updateUser(
  tx: Kysely<AnyTables>,
  id: number,
  changes: UserChanges,
  { version }: { version?: number | undefined } = {},
): Promise<PersonRow> {
  const fields = Object.entries(columns)
    .map(([field, column]) => [column, changes[field as keyof Changeable]] as const)
    .filter(([, value]) => value !== undefined);
  const row = await rejectTaken(() =>
    people(tx)
      .updateTable('users')
      .set({ ...Object.fromEntries(fields), version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
      .returningAll()
      .executeTakeFirst(),
  );
  if (row) return row;
  const current = await people(tx)
    .selectFrom('users')
    .select('version')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  throw current ? changedMeanwhile('this account', 'load') : notFound();
}

/**
 * Marks the email address as confirmed. Throws `conflict` if another account has confirmed it before; the
 * transaction is then aborted. The caller publishes the change.
 */
export async function confirmEmail(tx: Kysely<AnyTables>, id: number): Promise<PersonRow> {
  const row = await rejectTaken(() =>
    people(tx)
      .updateTable('users')
      .set({
        email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())`,
        unconfirmed_until: null,
      })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  );
  if (!row) throw notFound();
  return row;
}

/**
 * Soft delete: the row and the name stay with what the person wrote; username, email and number are free
 * again. Throws `not_found` if there is no such person.
 */
export async function deleteUser(tx: Kysely<AnyTables>, id: number): Promise<PersonRow> {
  const row = await people(tx)
    .updateTable('users')
    .set({ deleted_at: sql<Date>`now()`, is_active: false, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
