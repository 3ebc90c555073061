import { type Kysely, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { createUser, type PersonRow } from '../../../people/server/public.ts';
import { createResetLink } from '../password/reset-link.ts';
import type { AccessTables } from '../tables.ts';

// An arbitrary number, the same for instances that start together.
const lockKey = 4_021_988;

/**
 * If no one can sign in yet: creates the administrator `admin`, protected and without a password, and returns
 * the path of a one-time link, valid for 60 minutes, to choose one. Called again before that, it returns a new
 * link; afterwards, or if other accounts came first, null.
 */
export async function offerFirstSignIn(database: Db<AnyTables>): Promise<string | null> {
  const db: Db<AccessTables> = database;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
    const anyPassword = await tx
      .selectFrom('credentials')
      .select('user_id')
      .where('password_hash', 'is not', null)
      .executeTakeFirst();
    if (anyPassword) return null;
    const admin = await findOrCreateAdmin(tx);
    return admin && createResetLink(tx, admin.id, { keep: 0 });
  });
}

async function findOrCreateAdmin(tx: Kysely<AccessTables>): Promise<PersonRow | null> {
  const first = await tx.selectFrom('users').selectAll().orderBy('id').executeTakeFirst();
  if (first) return first.protection === 'protected' && first.role === 'admin' ? first : null;
  return createUser(tx, {
    firstName: 'Platform',
    lastName: 'Administrator',
    username: 'admin',
    email: 'admin@localhost',
    role: 'admin',
    department: 'it',
    storeAccess: ['all'],
    pagePermissions: ['all'],
    featurePermissions: ['all'],
    protection: 'protected',
  });
}
