import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { NotificationTables } from '../tables.ts';
import { changeShown, removal } from './changing.ts';
import { nothing, type Unpublished } from './notify.ts';

type Facts =
  | { keys: readonly string[] }
  | { keyPrefixes: readonly string[] }
  | {
      keyPrefix: string;
      /** Only keys that sort no later than this (by bytes). */
      keyUpTo?: string | undefined;
    };

export type Withdrawal = Facts & {
  /** Everyone's, if absent. */
  userIds?: readonly number[] | undefined;
};

/**
 * Removes notifications in the caller's transaction because their subject is gone or was read elsewhere. They
 * are not pushed or mailed later, and `notify` does not repeat their key. Returns what to pass to
 * `publishNotifications` after COMMIT.
 */
export async function withdraw(
  tx: Kysely<AnyTables>,
  withdrawal: Withdrawal,
): Promise<Unpublished> {
  const { userIds } = withdrawal;
  const removed = await changeShown(
    tx,
    (shown) =>
      shown
        .where((eb) => isAbout(eb, withdrawal))
        .$if(userIds !== undefined, (q) =>
          q.where('user_id', '=', sql<number>`any(${userIds ?? []}::integer[])`),
        ),
    removal,
  );
  return { ...nothing, removed };
}

function isAbout(eb: ExpressionBuilder<NotificationTables, 'notifications'>, facts: Facts) {
  if ('keys' in facts) return eb('key', '=', sql<string>`any(${facts.keys}::text[])`);
  if ('keyPrefixes' in facts)
    return eb('key', 'like', sql<string>`any(${facts.keyPrefixes.map(startingWith)}::text[])`);
  const prefixed = eb('key', 'like', startingWith(facts.keyPrefix));
  return facts.keyUpTo === undefined ? prefixed : prefixed.and('key', '<=', facts.keyUpTo);
}

const startingWith = (prefix: string) => `${prefix.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Deletes all notifications about a channel that is being removed, in the caller's transaction. Unlike `withdraw`
 * it forgets their keys, too. Returns what to pass to `publishNotifications` after COMMIT.
 */
export async function deleteForChannel(
  tx: Kysely<AnyTables>,
  channelId: string,
): Promise<Unpublished> {
  const removed = await (tx as Kysely<NotificationTables>)
    .deleteFrom('notifications')
    .where('channel_id', '=', channelId)
    .returning(['id', 'user_id'])
    .execute();
  return { ...nothing, removed };
}
