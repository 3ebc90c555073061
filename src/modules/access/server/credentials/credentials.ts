import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { Setting } from '../../../organization/server/public.ts';
import { lockPerson, type PersonRow } from '../../../people/server/public.ts';
import type { AccessTables } from '../tables.ts';

/** Whether this account can sign in at all; a bot never can. */
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
 * Stores a hash from `hashPassword` and invalidates earlier reset links; the caller ends sessions. With
 * `mustChange` the person must choose a new password before anything else.
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
  await invalidateResetLinks(tx, userId);
}

/** Invalidates open reset links, except the newest `keep`. */
export async function invalidateResetLinks(
  tx: Kysely<AccessTables>,
  userId: number,
  keep = 0,
): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('token_hash', 'not in', (open) =>
      open
        .selectFrom('password_resets')
        .select('token_hash')
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .orderBy('created_at', 'desc')
        .limit(keep),
    )
    .execute();
}

/** Whether a password set by an administrator must be changed at the next sign-in. */
export const ownPasswordSetting: Setting<boolean> = {
  name: 'own-password',
  schema: z.boolean(),
  fallback: true,
};
