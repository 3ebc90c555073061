import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import { lockPerson, type PersonRow } from '../../../people/server/public.ts';
import type { AccessTables } from '../tables.ts';

/** Whether this account is one to sign in with at all; a bot's never is. */
export function canSignIn(person: PersonRow): boolean {
  return person.is_active && !person.deleted_at && person.protection !== 'system_bot';
}

export async function findCredentials(db: Kysely<AccessTables>, userId: number) {
  const row = await db
    .selectFrom('credentials')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Sets what `hashPassword` answered. Links mailed earlier die with the old password; sessions are the
 * caller's to end. With `mustChange` the person can do nothing else before choosing a password.
 */
export async function setPasswordHash(
  anyTx: Kysely<AnyTables>,
  userId: number,
  hash: string,
  { mustChange = false } = {},
): Promise<void> {
  const tx: Kysely<AccessTables> = anyTx;
  await lockPerson(tx, userId);
  const row = { password_hash: hash, must_change_password: mustChange };
  await tx
    .insertInto('credentials')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ ...row, changed_at: sql<Date>`now()` }),
    )
    .execute();
  await killLinks(tx, userId);
}

/** Makes every link to choose a password that is still open worthless. */
export async function killLinks(tx: Kysely<AccessTables>, userId: number): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
