import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { AppError } from '../../../../platform/server/errors.ts';
import type { ChatMessage } from '../../contract.ts';
import { reasonRefused, whoMayNotWrite } from '../access/readers.ts';
import { messageColumns, type StoredMessage, toMessage } from '../messages/rows.ts';
import type { ChatTables } from '../tables.ts';
import { type OnLocked, Skipped } from '../writing/groupedWrites.ts';

/**
 * What the write checks again, as it may have changed since the send was admitted. `membership`: that the sender is a
 * member of the channel; nothing else was checked before. `access`: all that lets them write there.
 */
export type Recheck = 'nothing' | 'membership' | 'access';

/** A send whose sender may write in the channel, as far as the write does not check it. */
export interface AdmittedSend {
  channelId: string;
  senderId: number;
  clientMsgId: string;
  recheck: Recheck;
}

/** A text message in the timeline, written together with others. */
export interface PlainMessage extends Omit<AdmittedSend, 'recheck'> {
  content: string;
  mentionedUserIds: readonly number[];
  mentionsChannel?: boolean;
  /** A message of the same channel. */
  replyToId?: string | null;
  /** Null: the time of the write. */
  createdAt: Date | null;
  /** `nothing` if absent. */
  recheck?: Recheck;
}

/** With `membership`: the sender is not a member, or the kind of channel is not decided by membership alone. */
export class NotStored extends Error {}

export interface SendResult {
  message: ChatMessage;
  /** `joined`: the same send was twice in the group, and the other one was stored. */
  outcome: 'stored' | 'joined' | 'repeated';
}

/** The columns set by the database; for a repeated send only the message's id. */
interface WrittenRow {
  locked: null;
  id: string;
  sender_id: number;
  client_msg_id: string;
  seq: number | null;
  rev: number | null;
  created_at: Date | null;
  first_name: string;
  last_name: string;
  shown_name: string;
}

/** A channel that the statement locked. */
interface LockedRow {
  locked: string;
}

type Result = SendResult | AppError | NotStored | Skipped;

/**
 * Stores messages in order. Returns for each the result, or an error if the channel was archived or the
 * sender left between the check and the write. With `skip`, those of channels that are locked elsewhere are skipped.
 */
export async function storeMessages(
  db: Db<ChatTables>,
  messages: readonly PlainMessage[],
  onLocked: OnLocked = 'wait',
): Promise<Result[]> {
  const unsure = messages.filter(({ recheck }) => recheck === 'access');
  if (unsure.length === 0) return store(db, messages, onLocked);
  return db.transaction().execute(async (tx) => {
    const channelIds = unsure.map(({ channelId }) => channelId);
    const locked = await lockChannels(tx, channelIds, onLocked);
    const results = new Map<PlainMessage, Result>();
    for (const message of unsure) {
      const isSkipped = onLocked === 'skip' && !locked.has(message.channelId);
      if (isSkipped) results.set(message, new Skipped());
    }
    const refused = await whoMayNotWrite(
      tx,
      unsure.filter((message) => !results.has(message)),
    );
    for (const [message, refusal] of refused) {
      const first = await findStored(tx, message.senderId, message.clientMsgId);
      results.set(message, first ? { message: first, outcome: 'repeated' } : refusal);
    }
    const allowed = messages.filter((message) => !results.has(message));
    const stored = (await store(tx, allowed, onLocked)).values();
    return messages.map((message) => results.get(message) ?? (stored.next().value as Result));
  });
}

/** Locks these channels, so that membership cannot change; returns the ids of those it locked. */
async function lockChannels(
  tx: Db<ChatTables>,
  channelIds: readonly string[],
  onLocked: OnLocked,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from chat_channels where id = any(${[...new Set(channelIds)]}::text[])
    order by id for no key update ${onLocked === 'skip' ? sql`skip locked` : sql``}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * All or none, in one statement: finds sends already known, increments each channel's counters once
 * under its row lock (locked in id order, to avoid deadlocks between instances), and inserts the rest.
 */
async function store(
  db: Db<ChatTables>,
  messages: readonly PlainMessage[],
  onLocked: OnLocked,
): Promise<Result[]> {
  if (messages.length === 0) return [];
  const { rows: found } = await statement(messages, onLocked).execute(db);
  const locked = new Set(found.map((row) => row.locked));
  const rows = found.filter((row) => row.locked === null);
  const written = new Map(rows.map((row) => [`${row.sender_id} ${row.client_msg_id}`, row]));
  const known = await findByIds(
    db,
    rows.filter(({ rev }) => rev === null).map(({ id }) => id),
  );
  const stored = new Map<string, ChatMessage>();
  const results: Result[] = [];
  // Of several with one client id only the first can be stored, so its channel is the one that had to be locked.
  const neededChannels = new Map<string, string>();
  for (const plain of messages) {
    const key = `${plain.senderId} ${plain.clientMsgId.toLowerCase()}`;
    const neededChannel = neededChannels.get(key) ?? plain.channelId;
    neededChannels.set(key, neededChannel);
    const row = written.get(key);
    const repeated = row && known.get(row.id);
    const joined = row && stored.get(row.id);
    if (!row && onLocked === 'skip' && !locked.has(neededChannel)) results.push(new Skipped());
    else if (!row && plain.recheck === 'membership') results.push(new NotStored());
    else if (!row) results.push(await reasonRefused(db, plain.channelId));
    else if (repeated) results.push({ message: repeated, outcome: 'repeated' });
    else if (joined) results.push({ message: joined, outcome: 'joined' });
    else {
      const message = toMessage(storedOf(plain, row));
      stored.set(row.id, message);
      results.push({ message, outcome: 'stored' });
    }
  }
  return results;
}

/** Builds the inserted row from known values: reading it back takes longer. */
function storedOf(plain: PlainMessage, { rev, created_at, ...row }: WrittenRow): StoredMessage {
  return {
    ...blankRow,
    ...row,
    rev: rev ?? 0,
    created_at: created_at ?? new Date(),
    channel_id: plain.channelId,
    content: plain.content,
    mentioned_user_ids: [...plain.mentionedUserIds],
    mentions_channel: plain.mentionsChannel ?? false,
    reply_to_id: plain.replyToId ?? null,
  };
}

/** The table's defaults. */
const blankRow = {
  message_type: 'text' as const,
  metadata: null,
  thread_id: null,
  thread_seq: null,
  reply_count: 0,
  last_thread_seq: 0,
  last_reply_at: null,
  replier_ids: [],
  reactions: [],
  attachments: [],
  pinned_at: null,
  edited_at: null,
  deleted_at: null,
};

async function findByIds(
  db: Db<ChatTables>,
  ids: readonly string[],
): Promise<Map<string, ChatMessage>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
    where m.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toMessage(row)]));
}

function statement(messages: readonly PlainMessage[], onLocked: OnLocked) {
  const incoming = messages.map((plain, place) => ({
    place,
    id: uuidv7(),
    channel_id: plain.channelId,
    sender_id: plain.senderId,
    client_msg_id: plain.clientMsgId,
    content: plain.content,
    mentioned_user_ids: plain.mentionedUserIds,
    mentions_channel: plain.mentionsChannel ?? false,
    reply_to_id: plain.replyToId,
    created_at: plain.createdAt,
    for_members: plain.recheck === 'membership',
  }));
  const channels = new Set(messages.map(({ channelId }) => channelId)).size;
  // The limits and laterals show the planner how few rows there are; otherwise it reads whole tables. The limits are
  // selected, so that it cannot see their values: each value would get a plan of its own at every send.
  return sql<WrittenRow | LockedRow>`/* prepared: store-messages-${sql.raw(onLocked)} */
    with incoming as materialized (
      select * from json_to_recordset(${JSON.stringify(incoming)}::json) as draft (
        place int, id uuid, channel_id text, sender_id int, client_msg_id uuid, content text,
        mentioned_user_ids int[], mentions_channel boolean, reply_to_id uuid,
        created_at timestamptz, for_members boolean)
      limit (select ${messages.length}::int)
    ), known as materialized (
      select i.sender_id, i.client_msg_id, m.id from incoming i cross join lateral (
        select m.id from chat_messages m
        where m.sender_id = i.sender_id and m.client_msg_id = i.client_msg_id limit 1) m
    ), fresh as materialized (
      select distinct on (i.sender_id, i.client_msg_id) i.* from incoming i
      where not exists (
        select from known k where k.sender_id = i.sender_id and k.client_msg_id = i.client_msg_id)
      order by i.sender_id, i.client_msg_id, i.place
    ), locked as materialized (
      select c.* from (select channel_id, max(created_at) as latest from fresh
        group by channel_id order by channel_id limit (select ${channels}::int)) wanted
      cross join lateral (
        select id, type from chat_channels c where c.id = wanted.channel_id
          -- Closed for new messages; imports are still allowed.
          and (c.archived_at is null or wanted.latest is not null)
          for no key update ${sql.raw(onLocked === 'skip' ? 'skip locked' : '')}) c
    ), allowed as materialized (
      select f.* from fresh f join locked on locked.id = f.channel_id where not f.for_members
      union all
      select f.* from fresh f join locked on locked.id = f.channel_id
      cross join lateral (select from users u where u.id = f.sender_id
        and u.is_active and not u.pending and u.deleted_at is null limit 1) u
      -- Locked to read them as they are after the channel was locked, which everyone who leaves waits for.
      cross join lateral (select from chat_members m where m.channel_id = f.channel_id
        and m.user_id = f.sender_id and m.left_at is null for share) m
      where f.for_members and locked.type in ('private', 'group', 'public')
    ), counted as materialized (
      select channel_id, count(*) as n, max(created_at) as latest from allowed
      group by channel_id limit (select ${channels}::int)
    ), bumped as (
      update chat_channels c set
        last_seq = c.last_seq + counted.n,
        last_rev = c.last_rev + counted.n,
        -- The clock, not now(): the transaction may have waited for the lock.
        last_message_at = case when counted.latest is null then clock_timestamp()
          else greatest(c.last_message_at, counted.latest) end
      from counted where c.id = counted.channel_id
      returning c.id, c.last_seq - counted.n as seq, c.last_rev - counted.n as rev,
        c.last_message_at as at
    ), stored as (
      insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content,
        mentioned_user_ids, mentions_channel, reply_to_id, created_at)
      select f.id, f.channel_id, b.seq + f.nth, b.rev + f.nth, f.sender_id, f.client_msg_id,
        f.content, f.mentioned_user_ids, f.mentions_channel, f.reply_to_id, coalesce(f.created_at, b.at)
      from (select *, row_number() over (partition by channel_id order by place) as nth
        from allowed) f
      join bumped b on b.id = f.channel_id
      returning id, sender_id, client_msg_id, seq, rev, created_at
    )
    select m.*, u.first_name, u.last_name, u.shown_name, null as locked
    from (select * from stored
      union all select id, sender_id, client_msg_id, null, null, null from known) m
    cross join lateral (select * from users u where u.id = m.sender_id limit 1) u
    union all select null, null, null, null, null, null, null, null, null, id from locked`;
}

/** The message the sender has stored with this client id, if any. */
export async function findStored(
  db: Db<ChatTables>,
  senderId: number,
  clientMsgId: string,
): Promise<ChatMessage | null> {
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
    where m.sender_id = ${senderId} and m.client_msg_id = ${clientMsgId}`.execute(db);
  return rows[0] ? toMessage(rows[0]) : null;
}
