import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { type ThreadState, threadReplied, threadStateChanged } from '../../contract/threads.ts';
import { readsChannel } from '../access/readers.ts';
import type { ChatServices } from '../services.ts';
import type { ChatTables } from '../tables.ts';
import { unreadReplies } from './unread.ts';

export interface StateRow {
  user_id: number;
  thread_id: string;
  channel_id: string;
  following: boolean;
  last_read_seq: number;
  version: number;
  last_thread_seq: number;
  unread: number;
}

/** The columns of a `StateRow`, where `t` is the user's row and `m` the root message. */
export const stateColumns = sql`m.id as thread_id, m.channel_id, m.last_thread_seq,
  coalesce(t.following, false) as following, coalesce(t.last_read_seq, 0) as last_read_seq,
  coalesce(t.version, 0) as version`;

export function toThreadState(row: StateRow): ThreadState {
  return {
    threadId: row.thread_id,
    channelId: row.channel_id,
    following: row.following,
    lastReadSeq: row.last_read_seq,
    version: row.version,
    lastSeq: row.last_thread_seq,
    unread: row.unread,
  };
}

/** The thread states of these people by id, whether or not they follow it. */
export async function threadStates(
  db: Db<ChatTables>,
  threadId: string,
  userIds: readonly number[],
): Promise<Map<number, ThreadState>> {
  const { rows } = await sql<StateRow>`
    select requested.id as user_id, ${stateColumns},
      (${unreadReplies(sql`requested.id`)}) as unread
    from unnest(${[...userIds]}::int[]) as requested (id)
    join chat_messages m on m.id = ${threadId}
    left join chat_thread_members t on t.thread_id = m.id and t.user_id = requested.id`.execute(db);
  return new Map(rows.map((row) => [row.user_id, toThreadState(row)]));
}

/** Publishes thread states to the people's own sockets, after COMMIT. */
export async function publishThreadStates(
  { db, realtime }: ChatServices,
  threadId: string,
  userIds: readonly number[],
): Promise<void> {
  for (const [userId, state] of await threadStates(db, threadId, userIds)) {
    realtime.publish(`user:${userId}`, threadStateChanged, state);
  }
}

/**
 * Publishes a reply to the people who follow its thread, except these. Only after COMMIT: those who follow it later
 * have counted the reply.
 */
export async function publishReply(
  { db, realtime }: ChatServices,
  threadId: string,
  except: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select u.id from chat_thread_members t
    join users u on u.id = t.user_id
    join chat_messages m on m.id = t.thread_id
    join chat_channels c on c.id = m.channel_id
    where t.thread_id = ${threadId} and t.following and u.id <> all(${[...except]}::int[])
      and ${readsChannel}`.execute(db);
  for (const { id } of rows) realtime.publish(`user:${id}`, threadReplied, { threadId });
}
