import type { Kysely } from 'kysely';
import { type AnyTables, violatedConstraint } from '../../../platform/server/db/database.ts';
import { conflict } from '../../../platform/server/http/errors.ts';
import type { Status, User } from '../contract.ts';
import { type NewPersonRow, type PersonRow, people } from './tables.ts';

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
}

const taken: Record<string, [field: string, sentence: string]> = {
  users_username_key: ['username', 'This username is already taken'],
  users_email_key: ['email', 'This email address is already in use'],
  users_emrn_key: ['emrn', 'This employee number is already in use'],
};

/**
 * Adds a person, without a password. Throws `conflict` when username, email or number belong to somebody
 * already; the transaction is lost then. Telling others is the caller's part: see `announceCreated`.
 */
export async function createUser(tx: Kysely<AnyTables>, user: NewUser): Promise<PersonRow> {
  try {
    return await people(tx)
      .insertInto('users')
      .values(toRow(user))
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    const [field, sentence] = taken[violatedConstraint(error) ?? ''] ?? [];
    if (field && sentence) throw conflict(sentence, { [field]: sentence });
    throw error;
  }
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
  };
}
