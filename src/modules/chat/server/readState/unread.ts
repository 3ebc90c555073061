import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ReadState } from '../../contract/personal.ts';
import { type FixedChannels, visibleTo } from '../access/find.ts';
import { countStarred } from '../personal/stars.ts';
import type { ChatTables } from '../tables.ts';
import { countUnreadThreads } from '../threads/unread.ts';
import { startInSql } from './start.ts';

/** Shown as 99+ beyond, so counting stops here. */
const maxCount = 100;
/** How far back to look: own and deleted messages do not count. */
const maxLookback = 1_000;
/** Usually enough messages to reach the cap without looking further back. */
const firstLookback = 200;

interface StateRow {
  id: string;
  version: number;
  last_seq: number;
  last_read_seq: number;
  unread: number;
  mentions: number;
}

/** All unread counts of the user. */
export async function getUnread(db: Db<ChatTables>, actor: Actor, fixed: FixedChannels) {
  const { userId } = actor;
  const [channels, threads, starred] = await Promise.all([
    readStates(db, userId, await visibleTo(actor, fixed), sql`/* prepared: read-states */`),
    countUnreadThreads(db, actor, fixed),
    countStarred(db, actor, fixed),
  ]);
  return { channels, threads, starred };
}

/** The user's read state of one channel they can read. */
export async function readStateOf(
  db: Db<ChatTables>,
  userId: number,
  channelId: string,
): Promise<ReadState> {
  const [state] = await readStates(db, userId, sql`c.id = ${channelId}`);
  // A direct channel without messages has no row.
  const none = { lastReadSeq: 0, version: 0, lastSeq: 0, unread: 0, mentions: 0 };
  return state ?? { channelId, ...none };
}

/**
 * Derived on read, never stored, so deletions and reads elsewhere are reflected. `which` restricts
 * channels `c`. Reading writes nothing: pointers are created in `createPointers.ts`.
 */
async function readStates(
  db: Db<ChatTables>,
  userId: number,
  which: RawBuilder<unknown>,
  plannedOnce: RawBuilder<unknown> = sql``,
): Promise<ReadState[]> {
  const { rows } = await sql<StateRow>`${plannedOnce}
    with mine as materialized (
      select c.id, c.last_seq, coalesce(r.version, 0) as version,
        coalesce(r.last_read_seq, ${startInSql}) as last_read_seq
      from chat_channels c
      left join chat_reads r on r.channel_id = c.id and r.user_id = ${userId}
      where ${which}
    )
    select id, version, last_seq, last_read_seq,
      case when last_seq > last_read_seq then (${unreadAfterPointer(userId)}) else 0 end as unread,
      case when last_seq > last_read_seq then (${mentionsAfterPointer(userId)}) else 0 end as mentions
    from mine`.execute(db);
  return rows.map((row) => ({
    channelId: row.id,
    lastReadSeq: row.last_read_seq,
    version: row.version,
    lastSeq: row.last_seq,
    unread: row.unread,
    mentions: row.mentions,
  }));
}

// Sequence numbers have no gaps, so messages after the pointer need not be counted one by one: only
// those that do not count, by chat_messages_by_sender and chat_messages_taken_back.
const unreadAfterPointer = (userId: number) => sql`
  select case
    when near.count >= ${sql.lit(maxCount)} or last_seq - last_read_seq <= ${sql.lit(firstLookback)}
      then least(${sql.lit(maxCount)}, near.count)
    else least(${sql.lit(maxCount)}, (${unreadAmong(userId, maxLookback)})) end
  from (select (${unreadAmong(userId, firstLookback)}) as count offset 0) near`;

/** Unread messages among the latest ones. */
const unreadAmong = (userId: number, latest: number) => sql`
  select last_seq - start.seq
    - (select count(*) from chat_messages m
      where m.channel_id = mine.id and m.sender_id = ${userId} and m.seq > start.seq)
    - (select count(*) from chat_messages m
      where m.channel_id = mine.id and m.seq > start.seq
        and m.deleted_at is not null and m.sender_id <> ${userId})
  from (select greatest(last_read_seq, last_seq - ${sql.lit(latest)}) as seq) start`;

// Mentions of the user, from chat_mentioned, plus mentions of the whole channel.
const mentionsAfterPointer = (userId: number) => sql`
  select least(${sql.lit(maxCount)}, (
    select count(*) from (
      select from chat_mentioned n
      where n.user_id = ${userId} and n.channel_id = mine.id and n.seq > mine.last_read_seq
      limit ${sql.lit(maxCount)}) named
  ) + (
    select count(*) from (
      select from chat_messages m
      where m.channel_id = mine.id and m.seq > mine.last_read_seq and m.mentions_channel
        and m.sender_id <> ${userId} and not ${userId} = any(m.mentioned_user_ids)
      limit ${sql.lit(maxCount)}) everyone))`;
