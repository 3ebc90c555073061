import type { Kysely } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { Status, User } from '../../contract.ts';
import { type NewPersonRow, type PersonRow, people } from '../tables.ts';
import { rejectTaken } from './unique.ts';

export interface NewUser
  extends Pick<
    User,
    | 'firstName'
    | 'lastName'
    | 'username'
    | 'email'
    | 'role'
    | 'department'
    | 'storeAccess'
    | 'pagePermissions'
    | 'featurePermissions'
  > {
  /** `EMP` and six digits; the next free number unless set. */
  emrn?: string | undefined;
  isActive?: boolean;
  pending?: boolean;
  status?: Status;
  protection?: User['protection'];
  lastLoginAt?: Date | null;
  /**
   * False for a registration: the address is not reserved until it is confirmed, and the account expires after
   * seven days.
   */
  emailConfirmed?: boolean;
}

const unconfirmedForMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Adds a person, without a password. Throws `conflict` if the username, email or number is taken; the
 * transaction is then aborted. The caller publishes: see `announceCreated`.
 */
export async function createUser(tx: Kysely<AnyTables>, user: NewUser): Promise<PersonRow> {
  return rejectTaken(() =>
    people(tx).insertInto('users').values(toRow(user)).returningAll().executeTakeFirstOrThrow(),
  );
}

/** Like `createUser`, for many at once: all or none. In no particular order. */
export async function createUsers(
  tx: Kysely<AnyTables>,
  users: readonly NewUser[],
): Promise<PersonRow[]> {
  const insert = async (batch: readonly NewUser[]) =>
    batch.length === 0
      ? []
      : rejectTaken(() =>
          people(tx).insertInto('users').values(batch.map(toRow)).returningAll().execute(),
        );
  // Explicit numbers first, so that assigned numbers skip them.
  const withNumber = await insert(users.filter(({ emrn }) => emrn));
  return [...withNumber, ...(await insert(users.filter(({ emrn }) => !emrn)))];
}

function toRow(user: NewUser): NewPersonRow {
  return {
    ...(user.emrn && { emrn: user.emrn }),
    first_name: user.firstName,
    last_name: user.lastName,
    username: user.username,
    email: user.email.toLowerCase(),
    role: user.role,
    department: user.department,
    store_access: user.storeAccess,
    page_permissions: user.pagePermissions,
    feature_permissions: user.featurePermissions,
    is_active: user.isActive ?? true,
    pending: user.pending ?? false,
    status: user.status ?? 'online',
    protection: user.protection ?? null,
    last_login_at: user.lastLoginAt ?? null,
    ...(user.emailConfirmed === false && {
      email_confirmed_at: null,
      unconfirmed_until: new Date(Date.now() + unconfirmedForMs),
    }),
  };
}
