import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { type ChannelChanges, historyPageSize } from '../../contract.ts';
import { type FixedChannels, visibleTo } from '../access/find.ts';
import { withOwn } from '../messages/own.ts';
import { messageColumns, type StoredMessage, toMessage } from '../messages/rows.ts';
import type { ChatTables } from '../tables.ts';

/** Beyond this many changes the newest page is returned instead. */
const maxChanges = 200;
const maxChannels = 100;

/** A channel and the client's revision; null: none yet. */
interface ChannelCursor {
  id: string;
  since: number | null;
}

interface ChannelRow {
  of: string;
  last_seq: number;
  last_rev: number;
}
/** One row per message; channels without messages have one row of nulls. */
type ChangeRow = ChannelRow & (StoredMessage | { [Column in keyof StoredMessage]: null });

/**
 * Changes in each channel (access checked by the caller), including thread replies, with the user's
 * stars. Skips channels that do not exist.
 */
export async function readChanges(
  db: Db<ChatTables>,
  userId: number,
  wanted: readonly ChannelCursor[],
): Promise<ChannelChanges[]> {
  const since = new Map(wanted.map((one) => [one.id, one.since]));
  const listed = await readSince(
    db,
    wanted.filter((one) => one.since !== null),
  );
  const complete = listed.filter(
    ({ channelId, lastRev, messages }) =>
      messages.length <= maxChanges && (since.get(channelId) ?? 0) <= lastRev,
  );
  for (const { channelId } of complete) since.delete(channelId);
  const changes = [...complete, ...(await readNewest(db, [...since.keys()]))];
  const place = new Map(wanted.map(({ id }, index) => [id, index]));
  const starred = await starChanges(db, userId, changes);
  return starred.sort((a, b) => (place.get(a.channelId) ?? 0) - (place.get(b.channelId) ?? 0));
}

/** For all of the user's channels: those that changed or became visible, latest first. */
export async function syncChannels(
  db: Db<ChatTables>,
  fixed: FixedChannels,
  actor: Actor,
  revisions: Record<string, number>,
): Promise<ChannelChanges[]> {
  const { rows } = await sql<ChannelCursor>`
    select c.id, h.since from chat_channels c
    left join (select key as id, value::bigint as since
      from json_each_text(${JSON.stringify(revisions)}::json)) h on h.id = c.id
    where ${await visibleTo(actor, fixed)} and c.last_rev <> coalesce(h.since, 0)
    order by c.last_message_at desc nulls last limit ${maxChannels}`.execute(db);
  return readChanges(db, actor.userId, rows);
}

async function starChanges(
  db: Db<ChatTables>,
  userId: number,
  changes: readonly ChannelChanges[],
): Promise<ChannelChanges[]> {
  const all = changes.flatMap(({ messages }) => messages);
  const mine = await withOwn(db, userId, all);
  let place = 0;
  return changes.map((one) => {
    const messages = mine.slice(place, place + one.messages.length);
    place += messages.length;
    return { ...one, messages };
  });
}

async function readSince(db: Db<ChatTables>, wanted: readonly ChannelCursor[]) {
  if (wanted.length === 0) return [];
  const { rows } = await sql<ChangeRow>`
    select c.id as of, c.last_seq, c.last_rev, m.*
    from json_to_recordset(${JSON.stringify(wanted)}::json) as w(id text, since bigint)
    join chat_channels c on c.id = w.id
    left join lateral (
      select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
      where m.channel_id = c.id and m.rev > w.since
      order by m.rev limit ${maxChanges + 1}
    ) m on true
    order by m.rev`.execute(db);
  return byChannel(rows, false);
}

/** Timeline messages only: threads are fetched when opened. */
async function readNewest(db: Db<ChatTables>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<ChangeRow>`
    select c.id as of, c.last_seq, c.last_rev, m.*
    from chat_channels c
    left join lateral (
      select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
      where m.channel_id = c.id and m.seq is not null
      order by m.seq desc limit ${historyPageSize}
    ) m on true
    where c.id = any(${ids}::text[])
    order by m.seq`.execute(db);
  return byChannel(rows, true);
}

function byChannel(rows: readonly ChangeRow[], reset: boolean): ChannelChanges[] {
  return [...Map.groupBy(rows, ({ of }) => of)].map(([channelId, group]) => ({
    channelId,
    lastSeq: group[0]?.last_seq ?? 0,
    lastRev: group[0]?.last_rev ?? 0,
    reset,
    messages: group.flatMap((row) => (row.id === null ? [] : [toMessage(row)])),
  }));
}
