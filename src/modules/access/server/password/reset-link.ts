import { type Kysely, sql } from 'kysely';
import { lockPerson } from '../../../people/server/public.ts';
import { invalidateResetLinks } from '../credentials/credentials.ts';
import { hashToken, newToken } from '../sessions/token.ts';
import type { AccessTables } from '../tables.ts';

/**
 * Creates a one-time link to choose a password, valid for 60 minutes, and returns its path. The newest `keep`
 * of the older links stay valid until one is used: a repeated request must not invalidate a link that is on
 * its way. The token is in the fragment, which is never sent to a server or logged.
 */
export async function createResetLink(
  tx: Kysely<AccessTables>,
  userId: number,
  { keep }: { keep: number },
): Promise<string> {
  await lockPerson(tx, userId);
  await invalidateResetLinks(tx, userId, keep);
  const token = newToken();
  await tx
    .insertInto('password_resets')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      expires_at: sql<Date>`now() + interval '60 minutes'`,
    })
    .execute();
  return `/reset-password#token=${token}`;
}

/** The number of links created for the person in the last hour, used or not. */
export async function countRecentLinks(tx: Kysely<AccessTables>, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('password_resets')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** The owner of a link; null if it is unknown, used, invalidated or expired. */
export async function findLinkOwner(
  db: Kysely<AccessTables>,
  token: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.user_id ?? null;
}
