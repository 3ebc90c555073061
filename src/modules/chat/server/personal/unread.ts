import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ReadState } from '../../contract/personal.ts';
import { visibleTo } from '../channels/find.ts';
import type { FixedChannels } from '../channels/fixed.ts';
import type { ChannelType, ChatTables } from '../tables.ts';
import { countUnreadThreads } from '../threads/unread.ts';
import { countStarred } from './stars.ts';

/** More than this is shown as 99+, so counting stops here. */
const enough = 100;
/** How far back is looked: somebody's own and deleted messages do not count. */
const nearby = 1_000;
/** Among so many there are mostly enough, so that further back need not be looked. */
const close = 200;

/** Channels one is brought into, which leaves a pointer behind where something had been said. */
const byMembership = ['direct', 'group', 'private', 'public', 'record'] as const;
export const isByMembership = sql`c.type in (${sql.join(byMembership.map((type) => sql.lit(type)))})`;

/**
 * Where somebody without a pointer stands: in front of the first message where they were before it was
 * said; in a channel that is theirs by who they are, they have just come and read what was there.
 */
export function startOf({ type, lastSeq }: { type: ChannelType; lastSeq: number }): number {
  return byMembership.some((one) => one === type) ? 0 : lastSeq;
}
export const startInSql = sql`case when ${isByMembership} then 0 else c.last_seq end`;

interface StateRow {
  id: string;
  version: number;
  last_seq: number;
  last_read_seq: number;
  unread: number;
  mentions: number;
}

/** What the person has not read, everywhere; who has just come to a channel has read what was there. */
export async function getUnread(db: Db<ChatTables>, actor: Actor, fixed: FixedChannels) {
  const { userId } = actor;
  const [channels, threads, starred] = await Promise.all([
    readStates(db, userId, await visibleTo(actor, fixed)),
    countUnreadThreads(db, actor, fixed),
    countStarred(db, actor, fixed),
  ]);
  return { channels, threads, starred };
}

/** The person's state of one channel they may read. */
export async function readStateOf(
  db: Db<ChatTables>,
  userId: number,
  channelId: string,
): Promise<ReadState> {
  const [state] = await readStates(db, userId, sql`c.id = ${channelId}`);
  // A direct channel that has not begun has nothing to read.
  const none = { lastReadSeq: 0, version: 0, lastSeq: 0, unread: 0, mentions: 0 };
  return state ?? { channelId, ...none };
}

/**
 * Derived, never kept: what is deleted or read elsewhere corrects itself. `which` restricts `c`, a
 * channel. Nothing is written by looking: who comes gets a pointer in `arriving.ts`.
 */
async function readStates(
  db: Db<ChatTables>,
  userId: number,
  which: RawBuilder<unknown>,
): Promise<ReadState[]> {
  const { rows } = await sql<StateRow>`
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

// Places have no holes, so what lies behind the pointer need not be looked at one by one: only what does
// not count is, from chat_messages_by_sender and chat_messages_taken_back.
const unreadAfterPointer = (userId: number) => sql`
  select case
    when near.count >= ${sql.lit(enough)} or last_seq - last_read_seq <= ${sql.lit(close)}
      then least(${sql.lit(enough)}, near.count)
    else least(${sql.lit(enough)}, (${unreadAmong(userId, nearby)})) end
  from (select (${unreadAmong(userId, close)}) as count offset 0) near`;

/** What is not read among the latest so many. */
const unreadAmong = (userId: number, latest: number) => sql`
  select last_seq - start.seq
    - (select count(*) from chat_messages m
      where m.channel_id = mine.id and m.sender_id = ${userId} and m.seq > start.seq)
    - (select count(*) from chat_messages m
      where m.channel_id = mine.id and m.seq > start.seq
        and m.deleted_at is not null and m.sender_id <> ${userId})
  from (select greatest(last_read_seq, last_seq - ${sql.lit(latest)}) as seq) start`;

// Those that name the person, from chat_mentioned, and those that name everybody but them.
const mentionsAfterPointer = (userId: number) => sql`
  select least(${sql.lit(enough)}, (
    select count(*) from (
      select from chat_mentioned n
      where n.user_id = ${userId} and n.channel_id = mine.id and n.seq > mine.last_read_seq
      limit ${sql.lit(enough)}) named
  ) + (
    select count(*) from (
      select from chat_messages m
      where m.channel_id = mine.id and m.seq > mine.last_read_seq and m.mentions_channel
        and m.sender_id <> ${userId} and not ${userId} = any(m.mentioned_user_ids)
      limit ${sql.lit(enough)}) everybody))`;
