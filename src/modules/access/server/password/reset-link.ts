import { type Kysely, sql } from 'kysely';
import { lockPerson } from '../../../people/server/public.ts';
import { hashToken, newToken } from '../sessions/token.ts';
import type { AccessTables } from '../tables.ts';
import { killLinks } from './credentials.ts';

/**
 * Makes a link on which the person chooses a password, once, within 60 minutes; older ones die. Answers
 * its path. The token stands in the fragment, which no server and no log ever sees.
 */
export async function createResetLink(tx: Kysely<AccessTables>, userId: number): Promise<string> {
  await lockPerson(tx, userId);
  await killLinks(tx, userId);
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
