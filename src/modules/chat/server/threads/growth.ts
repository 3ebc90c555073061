import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChatMessage } from '../../contract.ts';
import { readersAmong } from '../access/readers.ts';
import { findMentioned, idsOf, mentionsIn } from '../mentions/mentions.ts';
import { getRow, type StoredMessage } from '../messages/rows.ts';
import { type Patch, publishChanged, saveMessage } from '../messages/save.ts';
import type { ChatServices } from '../services.ts';
import type { ChatTables } from '../tables.ts';
import type { LockedChannel } from '../writing/lock.ts';

/** Shown in the thread summary. */
const maxRepliers = 5;

/** After a new reply: updates the summary on the root message, as a change of its own. */
export async function growThread(
  services: ChatServices,
  channel: LockedChannel,
  root: StoredMessage,
  reply: ChatMessage,
): Promise<void> {
  const others = root.replier_ids.filter((id) => id !== reply.senderId);
  const grown = await saveMessage(channel, root.id, {
    reply_count: root.reply_count + 1,
    last_thread_seq: reply.threadSeq,
    last_reply_at: reply.createdAt,
    replier_ids: [reply.senderId, ...others].slice(0, maxRepliers),
  });
  publishChanged(services, channel, grown);
}

/** After a deleted reply: recalculates the summary. */
export async function shrinkThread(
  services: ChatServices,
  channel: LockedChannel,
  rootId: string,
): Promise<void> {
  const root = await getRow(channel.tx, channel.id, rootId);
  const { rows } = await sql<{ sender_id: number; at: Date }>`
    select sender_id, max(created_at) as at from chat_messages
    where thread_id = ${rootId} and deleted_at is null
    group by sender_id order by at desc limit ${maxRepliers}`.execute(channel.tx);
  const patch: Patch = {
    reply_count: root.reply_count - 1,
    last_reply_at: rows[0]?.at ?? null,
    replier_ids: rows.map(({ sender_id }) => sender_id),
  };
  publishChanged(services, channel, await saveMessage(channel, rootId, patch));
}

/**
 * Makes people follow the thread of a reply: its author, whose pointer moves to it; on the first reply
 * the root's author and the people it mentions; and the people the reply mentions. Only mentions by name
 * count, not group mentions. Returns the people whose state may have changed.
 */
export async function followers(
  tx: Db<ChatTables>,
  root: StoredMessage,
  reply: ChatMessage,
  byName: readonly number[],
): Promise<{ threadId: string; userIds: number[] }> {
  const { senderId } = reply;
  const isFirst = root.last_thread_seq === 0;
  const first = isFirst ? [root.sender_id, ...(await namedIn(tx, root))] : [];
  // People who have left in the meantime must not learn of the reply.
  const readers = await readersAmong(tx, reply.channelId, first);
  const others = new Set([...readers, ...byName].filter((id) => id !== senderId));
  const place = reply.threadSeq ?? 0;
  await follow(tx, root.id, [...others], sql`${place - 1}`);
  await follow(tx, root.id, [senderId], sql`${place}`);
  await sql`update chat_thread_members set last_read_seq = greatest(last_read_seq, ${place})
    where user_id = ${senderId} and thread_id = ${root.id}`.execute(tx);
  return { threadId: root.id, userIds: [senderId, ...others] };
}

async function namedIn(tx: Db<ChatTables>, root: StoredMessage): Promise<number[]> {
  const words = mentionsIn(root.content);
  const ids = idsOf(words, await findMentioned(tx, words));
  return ids.filter((id) => root.mentioned_user_ids.includes(id));
}

/** New followers start at `place`; existing ones keep their pointer. */
export async function follow(
  tx: Db<ChatTables>,
  threadId: string,
  userIds: readonly number[],
  place: RawBuilder<unknown>,
): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    insert into chat_thread_members as t (user_id, thread_id, following, last_read_seq)
    select id, ${threadId}, true, ${place}::bigint
    from unnest(${[...userIds].sort((a, b) => a - b)}::int[]) as id
    on conflict (user_id, thread_id) do update set following = true,
      last_read_seq = greatest(t.last_read_seq, excluded.last_read_seq)
    where not t.following`.execute(tx);
}
