import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { AppError } from '../../../../platform/server/errors.ts';
import type { ChatMessage } from '../../contract.ts';
import { reasonRefused, whoMayNotWrite } from '../access/readers.ts';
import { messageColumns, type StoredMessage, toMessage } from '../messages/rows.ts';
import type { ChatTables } from '../tables.ts';

/** A send that was checked: its sender may write in the channel. */
export interface AdmittedSend {
  channelId: string;
  senderId: number;
  clientMsgId: string;
  forMembers: boolean;
}

/** A text message in the timeline, written together with others. */
export interface PlainMessage extends Omit<AdmittedSend, 'forMembers'> {
  content: string;
  mentionedUserIds: readonly number[];
  mentionsChannel?: boolean;
  /** A message of the same channel. */
  replyToId?: string | null;
  /** Null: the time of the write. */
  createdAt: Date | null;
  forMembers?: boolean;
}

export interface SendResult {
  message: ChatMessage;
  /** `joined`: the same send was twice in the group, and the other one was stored. */
  outcome: 'stored' | 'joined' | 'repeated';
}

/** The columns set by the database; for a repeated send only the message's id. */
interface WrittenRow {
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

/**
 * Stores messages in order. Returns for each the result, or an error if the channel was archived or the
 * sender left between the check and the write.
 */
export async function storeMessages(
  db: Db<ChatTables>,
  messages: readonly PlainMessage[],
): Promise<(SendResult | AppError)[]> {
  if (!messages.some(({ forMembers }) => forMembers)) return store(db, messages);
  return db.transaction().execute(async (tx) => {
    const refused = await whoMayNotWrite(
      tx,
      messages.filter(({ forMembers }) => forMembers),
    );
    const allowed = messages.filter((message) => !refused.has(message));
    const stored = (await store(tx, allowed)).values();
    const known = await Promise.all(
      [...refused].map(async ([message, refusal]) => {
        const first = await findStored(tx, message.senderId, message.clientMsgId);
        const result = first ? { message: first, outcome: 'repeated' as const } : refusal;
        return [message, result] as const;
      }),
    );
    const results = new Map<PlainMessage, SendResult | AppError>(known);
    return messages.map(
      (message) => results.get(message) ?? (stored.next().value as SendResult | AppError),
    );
  });
}

/**
 * All or none, in one statement: finds sends already known, increments each channel's counters once
 * under its row lock (locked in id order, to avoid deadlocks between instances), and inserts the rest.
 */
async function store(
  db: Db<ChatTables>,
  messages: readonly PlainMessage[],
): Promise<(SendResult | AppError)[]> {
  if (messages.length === 0) return [];
  const { rows } = await statement(messages).execute(db);
  const written = new Map(rows.map((row) => [`${row.sender_id} ${row.client_msg_id}`, row]));
  const known = await findByIds(
    db,
    rows.filter(({ rev }) => rev === null).map(({ id }) => id),
  );
  const stored = new Map<string, ChatMessage>();
  const results: (SendResult | AppError)[] = [];
  for (const plain of messages) {
    const row = written.get(`${plain.senderId} ${plain.clientMsgId.toLowerCase()}`);
    const repeated = row && known.get(row.id);
    const joined = row && stored.get(row.id);
    if (!row) results.push(await reasonRefused(db, plain.channelId));
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

function statement(messages: readonly PlainMessage[]) {
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
  }));
  const channels = new Set(messages.map(({ channelId }) => channelId)).size;
  // The limits and laterals show the planner how few rows there are; otherwise it reads whole tables.
  return sql<WrittenRow>`/* prepared: store-messages */
    with incoming as materialized (
      select * from json_to_recordset(${JSON.stringify(incoming)}::json) as draft (
        place int, id uuid, channel_id text, sender_id int, client_msg_id uuid, content text,
        mentioned_user_ids int[], mentions_channel boolean, reply_to_id uuid,
        created_at timestamptz)
      limit ${messages.length}
    ), known as materialized (
      select i.sender_id, i.client_msg_id, m.id from incoming i cross join lateral (
        select m.id from chat_messages m
        where m.sender_id = i.sender_id and m.client_msg_id = i.client_msg_id limit 1) m
    ), fresh as materialized (
      select distinct on (i.sender_id, i.client_msg_id) i.* from incoming i
      where not exists (
        select from known k where k.sender_id = i.sender_id and k.client_msg_id = i.client_msg_id)
      order by i.sender_id, i.client_msg_id, i.place
    ), counted as materialized (
      select channel_id, count(*) as n, max(created_at) as latest from fresh
      group by channel_id order by channel_id limit ${channels}
    ), locked as materialized (
      select counted.* from counted cross join lateral (
        select id from chat_channels c where c.id = counted.channel_id
          -- Closed for new messages; imports are still allowed.
          and (c.archived_at is null or counted.latest is not null) for no key update) c
    ), bumped as (
      update chat_channels c set
        last_seq = c.last_seq + locked.n,
        last_rev = c.last_rev + locked.n,
        -- The clock, not now(): the transaction may have waited for the lock.
        last_message_at = case when locked.latest is null then clock_timestamp()
          else greatest(c.last_message_at, locked.latest) end
      from locked where c.id = locked.channel_id
      returning c.id, c.last_seq - locked.n as seq, c.last_rev - locked.n as rev,
        c.last_message_at as at
    ), stored as (
      insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content,
        mentioned_user_ids, mentions_channel, reply_to_id, created_at)
      select f.id, f.channel_id, b.seq + f.nth, b.rev + f.nth, f.sender_id, f.client_msg_id,
        f.content, f.mentioned_user_ids, f.mentions_channel, f.reply_to_id, coalesce(f.created_at, b.at)
      from (select *, row_number() over (partition by channel_id order by place) as nth
        from fresh) f
      join bumped b on b.id = f.channel_id
      returning id, sender_id, client_msg_id, seq, rev, created_at
    )
    select m.*, u.first_name, u.last_name, u.shown_name
    from (select * from stored
      union all select id, sender_id, client_msg_id, null, null, null from known) m
    cross join lateral (select * from users u where u.id = m.sender_id limit 1) u`;
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
