import type { Kysely } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { Status, User } from '../../contract.ts';
import { type NewPersonRow, type PersonRow, people } from '../tables.ts';
import { refuseTaken } from './unique.ts';

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
  /** `EMP` and six digits; the next free number unless given. */
  emrn?: string | undefined;
  isActive?: boolean;
  pending?: boolean;
  status?: Status;
  protection?: User['protection'];
  lastLoginAt?: Date | null;
  /** False for a registration: the address is anybody's until it is confirmed, and the account ends after seven days. */
  emailConfirmed?: boolean;
}

const unconfirmedForMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Adds a person, without a password. Throws `conflict` when username, email or number belong to somebody
 * already; the transaction is lost then. Telling others is the caller's part: see `announceCreated`.
 */
export async function createUser(tx: Kysely<AnyTables>, user: NewUser): Promise<PersonRow> {
  return refuseTaken(() =>
    people(tx).insertInto('users').values(toRow(user)).returningAll().executeTakeFirstOrThrow(),
  );
}

/** As `createUser`, for many at once: all of them or none. In no order. */
export async function createUsers(
  tx: Kysely<AnyTables>,
  users: readonly NewUser[],
): Promise<PersonRow[]> {
  const insert = async (some: readonly NewUser[]) =>
    some.length === 0
      ? []
      : refuseTaken(() =>
          people(tx).insertInto('users').values(some.map(toRow)).returningAll().execute(),
        );
  // Numbers given by hand first: those counted up afterwards see them, and pass them by.
  const numbered = await insert(users.filter(({ emrn }) => emrn));
  return [...numbered, ...(await insert(users.filter(({ emrn }) => !emrn)))];
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
