import { type Kysely, sql } from 'kysely';
import { directChannelId } from '../../contract.ts';
import type { ChatTables } from '../tables.ts';
import type { ImportedMessage } from './messages/importedMessage.ts';

/** How many of a channel's newest messages someone has not read. */
export interface ImportedRead {
  userId: number;
  channel: ImportedMessage['channel'];
  unread: number;
}

/** How many of the newest replies in a thread one of its followers has not read. */
export interface ImportedThreadRead {
  userId: number;
  /** The thread's root message. */
  root: { senderId: number; clientMsgId: string };
  unread: number;
}

/** Sets how far people have read imported messages. Publishes nothing. */
export async function importReads(
  db: Kysely<ChatTables>,
  channels: readonly ImportedRead[],
  threads: readonly ImportedThreadRead[],
): Promise<void> {
  const reads = channels.map(({ channel, ...read }) => ({
    ...read,
    channelId: typeof channel === 'string' ? channel : directChannelId(...channel.direct),
  }));
  await sql`
    insert into chat_reads (user_id, channel_id, last_read_seq)
    select r."userId", c.id, greatest(c.last_seq - r.unread, 0)
    from json_to_recordset(${JSON.stringify(reads)}::json)
      as r ("userId" int, "channelId" text, unread int)
    join chat_channels c on c.id = r."channelId"
    on conflict (user_id, channel_id) do update
    set last_read_seq = excluded.last_read_seq`.execute(db);
  await sql`
    update chat_thread_members t set last_read_seq = greatest(m.last_thread_seq - r.unread, 0)
    from json_to_recordset(${JSON.stringify(threads.map(flat))}::json)
      as r ("userId" int, "senderId" int, "clientMsgId" uuid, unread int)
    join chat_messages m on m.sender_id = r."senderId" and m.client_msg_id = r."clientMsgId"
    where t.user_id = r."userId" and t.thread_id = m.id`.execute(db);
}

const flat = ({ root, ...read }: ImportedThreadRead) => ({ ...read, ...root });
