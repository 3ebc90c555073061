import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../../platform/server/db/database.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import type { ChatMessage } from '../../contract.ts';
import { type MessageRow, messageColumns, toMessage } from '../reading/rows.ts';
import type { ChatTables } from '../tables.ts';

/** A message as it goes to the database. */
export interface Draft {
  channelId: string;
  senderId: number;
  clientMsgId: string;
  content: string;
  mentionedUserIds: readonly number[];
  /** Null: the moment it is written. */
  createdAt: Date | null;
}

export interface Stored {
  message: ChatMessage;
  /** `joined`: the same send was in the same group, and the other one was stored. */
  outcome: 'stored' | 'joined' | 'repeated';
}

interface WrittenRow extends MessageRow {
  inserted: boolean;
}

/**
 * Stores drafts in their order, all or none, in one statement: sends already known are found, each
 * channel's counters are bumped once under its row lock (locks taken in id order, so that two
 * instances cannot wait for each other), the rest is inserted. Answers for each draft, in order.
 */
export async function storeMessages(
  db: Db<ChatTables>,
  drafts: readonly Draft[],
): Promise<Stored[]> {
  const { rows } = await statement(drafts).execute(db);
  const written = new Map(rows.map((row) => [`${row.sender_id} ${row.client_msg_id}`, row]));
  const seen = new Set<WrittenRow>();
  return drafts.map(({ senderId, clientMsgId }) => {
    const row = written.get(`${senderId} ${clientMsgId.toLowerCase()}`);
    if (!row) throw notFound(); // The channel went away between the check and the write.
    const outcome = !row.inserted ? 'repeated' : seen.has(row) ? 'joined' : 'stored';
    seen.add(row);
    return { message: toMessage(row), outcome };
  });
}

function statement(drafts: readonly Draft[]) {
  const incoming = drafts.map((draft, place) => ({
    place,
    id: uuidv7(),
    channel_id: draft.channelId,
    sender_id: draft.senderId,
    client_msg_id: draft.clientMsgId,
    content: draft.content,
    mentioned_user_ids: draft.mentionedUserIds,
    created_at: draft.createdAt,
  }));
  const channels = new Set(drafts.map(({ channelId }) => channelId)).size;
  // The limits and laterals say how few rows there are: left to guess, the planner reads whole tables.
  return sql<WrittenRow>`/* prepared: store-messages */
    with incoming as materialized (
      select * from json_to_recordset(${JSON.stringify(incoming)}::json) as draft (
        place int, id uuid, channel_id text, sender_id int, client_msg_id uuid, content text,
        mentioned_user_ids int[], created_at timestamptz)
      limit ${drafts.length}
    ), known as materialized (
      select m.* from incoming i cross join lateral (
        select * from chat_messages m
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
        select id from chat_channels c where c.id = counted.channel_id for update) c
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
        mentioned_user_ids, created_at)
      select f.id, f.channel_id, b.seq + f.nth, b.rev + f.nth, f.sender_id, f.client_msg_id,
        f.content, f.mentioned_user_ids, coalesce(f.created_at, b.at)
      from (select *, row_number() over (partition by channel_id order by place) as nth
        from fresh) f
      join bumped b on b.id = f.channel_id
      returning *
    )
    select ${messageColumns}, m.inserted
    from (select *, true as inserted from stored
      union all select *, false from known) m
    cross join lateral (select * from users u where u.id = m.sender_id limit 1) u`;
}

/** The message a sender has stored under this id, if any. */
export async function findStored(
  db: Db<ChatTables>,
  senderId: number,
  clientMsgId: string,
): Promise<ChatMessage | null> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
    where m.sender_id = ${senderId} and m.client_msg_id = ${clientMsgId}`.execute(db);
  return rows[0] ? toMessage(rows[0]) : null;
}
