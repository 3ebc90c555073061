import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { AccessTables } from '../tables.ts';
import { hashToken, newToken } from './token.ts';

type Db = Kysely<AccessTables>;

/** The id of the device of a browser token, if this account has signed in on it before. */
export async function findKnownDevice(
  db: Db,
  userId: number,
  token: string | undefined,
): Promise<string | null> {
  const row = await db
    .selectFrom('known_devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', hashToken(token ?? ''))
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Records that the account signed in on this browser and returns the browser's new token: the presented one
 * may have been planted, so it becomes invalid. `isNew`: the account knew other devices, but not this one.
 */
export async function rememberDevice(
  tx: Db,
  userId: number,
  presented: string | undefined,
): Promise<{ token: string; isNew: boolean }> {
  const token = newToken();
  const token_hash = hashToken(token);
  if (presented) {
    // For everyone who shares this browser.
    const sharing = await tx
      .updateTable('known_devices')
      .set({
        token_hash,
        last_seen_at: sql<Date>`case when user_id = ${userId} then now() else last_seen_at end`,
      })
      .where('token_hash', '=', hashToken(presented))
      .returning('user_id')
      .execute();
    if (sharing.some(({ user_id }) => user_id === userId)) return { token, isNew: false };
  }
  const { hadOthers } = await tx
    .insertInto('known_devices')
    .values({ user_id: userId, token_hash })
    // The subquery sees the table before the insert.
    .returning(
      sql<boolean>`exists (select from known_devices other where other.user_id = ${userId})`.as(
        'hadOthers',
      ),
    )
    .executeTakeFirstOrThrow();
  return { token, isNew: hadOthers };
}

/** After a password change every device must sign in again as new, except the current one. */
export async function forgetDevices(
  anyTx: Kysely<AnyTables>,
  userId: number,
  except?: string,
): Promise<void> {
  const tx: Db = anyTx;
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (q) => q.where('token_hash', '!=', hashToken(except ?? '')))
    .execute();
}
