import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../../../platform/server/db/database.ts';
import { invalid } from '../../../../../platform/server/errors.ts';
import type { ChatTables } from '../../tables.ts';
import type { ResolvedMessage } from './importedMessage.ts';

interface ReplyRow {
  place: number;
  id: string;
  root_id: string | null;
  inserted: boolean;
}

/**
 * Stores imported replies in thread order. Returns the new ones; the summaries on their root messages
 * are updated afterward.
 */
export async function storeReplies(
  tx: Db<ChatTables>,
  messages: readonly ResolvedMessage[],
): Promise<Map<ResolvedMessage, { id: string; rootId: string }>> {
  const ids = [...new Set(messages.map(({ channelId }) => channelId))];
  await sql`select from chat_channels where id = any(${ids}::text[])
    order by id for no key update`.execute(tx);
  const { rows } = await statement(messages).execute(tx);
  const stored = new Map<ResolvedMessage, { id: string; rootId: string }>();
  for (const { place, id, root_id: rootId, inserted } of rows) {
    const message = messages[place];
    if (rootId === null) throw invalid('A reply belongs to a message that doesn’t exist.');
    if (message && inserted) stored.set(message, { id, rootId });
  }
  return stored;
}

function statement(messages: readonly ResolvedMessage[]) {
  const incoming = messages.map((message, place) => ({
    place,
    id: uuidv7(),
    channel_id: message.channelId,
    sender_id: message.senderId,
    client_msg_id: message.clientMsgId,
    content: message.content,
    mentioned_user_ids: message.mentionedUserIds,
    mentions_channel: message.mentionsChannel,
    created_at: message.createdAt,
    is_shown: message.alsoToChannel ?? false,
    root_sender: message.inThreadOf?.senderId,
    root_client: message.inThreadOf?.clientMsgId,
  }));
  return sql<ReplyRow>`
    with incoming as materialized (
      select i.*, r.id as root_id, r.last_thread_seq,
        exists (select from chat_messages k
          where k.sender_id = i.sender_id and k.client_msg_id = i.client_msg_id) as known
      from json_to_recordset(${JSON.stringify(incoming)}::json) as i (
        place int, id uuid, channel_id text, sender_id int, client_msg_id uuid, content text,
        mentioned_user_ids int[], mentions_channel boolean, created_at timestamptz,
        is_shown boolean, root_sender int, root_client uuid)
      left join chat_messages r on r.sender_id = i.root_sender and r.channel_id = i.channel_id
        and r.client_msg_id = i.root_client and r.thread_id is null
    ), fresh as materialized (
      select *, row_number() over (partition by root_id order by place) as nth_reply,
        row_number() over (partition by channel_id order by place) as nth_change,
        count(*) filter (where is_shown) over (partition by channel_id order by place) as nth_shown
      from incoming where root_id is not null and not known
    ), bumped as (
      update chat_channels c set last_rev = c.last_rev + f.n, last_seq = c.last_seq + f.shown,
        last_message_at = greatest(c.last_message_at, f.latest)
      from (select channel_id, count(*) as n, count(*) filter (where is_shown) as shown,
          max(created_at) filter (where is_shown) as latest
        from fresh group by channel_id) f
      where c.id = f.channel_id
      returning c.id, c.last_rev - f.n as rev, c.last_seq - f.shown as seq
    ), stored as (
      insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content,
        mentioned_user_ids, mentions_channel, created_at, thread_id, thread_seq)
      select f.id, f.channel_id, case when f.is_shown then b.seq + f.nth_shown end,
        b.rev + f.nth_change, f.sender_id, f.client_msg_id, f.content,
        f.mentioned_user_ids, f.mentions_channel, f.created_at, f.root_id,
        f.last_thread_seq + f.nth_reply
      from fresh f join bumped b on b.id = f.channel_id
      returning id
    )
    select place, id, root_id, id in (select id from stored) as inserted
    from incoming order by place`;
}
