import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { type ReadState, readStateChanged } from '../../contract/personal.ts';
import { getChannel } from '../channels/find.ts';
import type { ChatServices } from '../services.ts';
import { readStateOf, startInSql } from './unread.ts';

interface Reading {
  channelId: string;
  seq: number;
  /** Of the pointer as the reader knew it. */
  version: number;
}

/**
 * Moves the pointer forward, never back. A read of an older version was under way when the person
 * marked something unread, perhaps in another tab, and changes nothing.
 */
export async function markRead(
  desk: ChatServices,
  actor: Actor,
  reading: Reading,
): Promise<ReadState> {
  const { channelId, seq, version } = reading;
  await getChannel(desk.db, actor, channelId);
  const { numAffectedRows } = await sql`
    insert into chat_reads as r (user_id, channel_id, last_read_seq)
    select ${actor.userId}, c.id, greatest(${startInSql}, least(${seq}::bigint, c.last_seq))
    from chat_channels c where c.id = ${channelId}
    on conflict (user_id, channel_id) do update
    set last_read_seq = ${clamped(channelId, seq)}
    where r.version = ${version} and r.last_read_seq < ${clamped(channelId, seq)}`.execute(desk.db);
  return answer(desk, actor, channelId, numAffectedRows === 1n);
}

/** Sets the pointer before a message outright, under a new version. */
export async function markUnread(
  desk: ChatServices,
  actor: Actor,
  { channelId, seq }: Omit<Reading, 'version'>,
): Promise<ReadState> {
  await getChannel(desk.db, actor, channelId);
  const { numAffectedRows } = await sql`
    insert into chat_reads as r (user_id, channel_id, last_read_seq, version)
    select ${actor.userId}, c.id, greatest(${clamped(channelId, seq)} - 1, 0), 1
    from chat_channels c where c.id = ${channelId}
    on conflict (user_id, channel_id) do update
    set last_read_seq = excluded.last_read_seq, version = r.version + 1`.execute(desk.db);
  return answer(desk, actor, channelId, numAffectedRows === 1n);
}

/** Nobody has read, or not read, what is not there yet. */
const clamped = (channelId: string, seq: number) =>
  sql`(select least(${seq}::bigint, last_seq) from chat_channels where id = ${channelId})`;

async function answer(
  { db, realtime }: ChatServices,
  { userId }: Actor,
  channelId: string,
  changed: boolean,
): Promise<ReadState> {
  const state = await readStateOf(db, userId, channelId);
  if (changed) realtime.publish(`user:${userId}`, readStateChanged, state);
  return state;
}
