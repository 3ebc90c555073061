import { type Kysely, sql } from 'kysely';
import { lockPerson } from '../../../people/server/public.ts';
import { hashToken, newToken } from '../sessions/token.ts';
import type { AccessTables } from '../tables.ts';
import { killLinks } from './credentials.ts';

/**
 * Makes a link on which the person chooses a password, once, within 60 minutes. Of the older ones the
 * newest `keep` stay good until one is used: whoever asks again may not cut off a link that is on its way.
 * Answers its path. The token stands in the fragment, which no server and no log ever sees.
 */
export async function createResetLink(
  tx: Kysely<AccessTables>,
  userId: number,
  { keep }: { keep: number },
): Promise<string> {
  await lockPerson(tx, userId);
  await killLinks(tx, userId, keep);
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

/** How many links were made for the person within the last hour, used or not. */
export async function countRecentLinks(tx: Kysely<AccessTables>, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('password_resets')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whose link this is; null when it is unknown, used, dead or too old. */
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
