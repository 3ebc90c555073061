import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { type FixedChannels, visibleTo } from '../access/find.ts';
import type { ChatTables } from '../tables.ts';

/** Shown as 99+ beyond, so counting stops here. */
const maxCount = 100;

const replyUnread = (userId: RawBuilder<unknown>) => sql`from chat_messages r
  where r.thread_id = m.id and r.thread_seq > coalesce(t.last_read_seq, 0)
    and r.sender_id <> ${userId} and r.deleted_at is null`;

/** Counts other people's replies after the pointer `t` in the thread of root `m`. */
export const unreadReplies = (userId: RawBuilder<unknown>) =>
  sql`select count(*) from (select ${replyUnread(userId)} limit ${sql.lit(maxCount)}) unread`;

/** Whether there are any. */
export const hasUnreadReplies = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(t.last_read_seq < m.last_thread_seq and exists (select ${replyUnread(userId)}))`;

/**
 * The threads a user follows: `t` their row, `m` the root message, `c` its channel. Excludes channels
 * they can no longer read and threads without replies.
 */
export const followedThreads = async (actor: Actor, fixed: FixedChannels) => sql`
  from chat_thread_members t
  join chat_messages m on m.id = t.thread_id
  join chat_channels c on c.id = m.channel_id
  where t.user_id = ${actor.userId} and t.following and m.last_reply_at is not null
    and ${await visibleTo(actor, fixed)}`;

/** The number of followed threads with unread replies, capped. */
export async function countUnreadThreads(
  db: Db<ChatTables>,
  actor: Actor,
  fixed: FixedChannels,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`/* prepared: unread-threads */
    select count(*) from (
      select ${await followedThreads(actor, fixed)}
        and ${hasUnreadReplies(sql`${actor.userId}::int`)}
      limit ${sql.lit(maxCount)}) unread`.execute(db);
  return rows[0]?.count ?? 0;
}
