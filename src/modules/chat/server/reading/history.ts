import { sql } from 'kysely';
import type { Cache } from '../../../../platform/server/cache/cache.ts';
import type { Db } from '../../../../platform/server/db/database.ts';
import { type ChatMessage, historyPageSize } from '../../contract.ts';
import type { OpenChannel } from '../channels.ts';
import type { ChatTables } from '../tables.ts';
import { type MessageRow, messageColumns, senderOf, toMessage } from './rows.ts';

interface Page {
  /** Only messages before this seq; the newest ones without it. */
  before?: number | undefined;
  limit: number;
}

const rememberSeconds = 300;

/** A page of a channel the person may read, oldest first. */
export async function readHistory(
  db: Db<ChatTables>,
  cache: Cache,
  channel: OpenChannel,
  { before, limit }: Page,
): Promise<ChatMessage[]> {
  const newest = before === undefined && limit === historyPageSize;
  // What two people tell each other is read by nobody often enough to keep a copy.
  if (!newest || channel.type === 'direct') return readPage(db, channel.id, { before, limit });
  if (channel.lastSeq === 0) return [];
  // The revision is part of the key, so a remembered page is never an old one.
  const key = `chat-page:${channel.id}:${channel.lastRev}`;
  const page = await cache.remember('apiResponses', key, rememberSeconds, () =>
    readPage(db, channel.id, { before: channel.lastSeq + 1, limit }),
  );
  return withNames(db, page);
}

async function readPage(
  db: Db<ChatTables>,
  channelId: string,
  { before, limit }: Page,
): Promise<ChatMessage[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
    where m.channel_id = ${channelId} and m.seq < ${before ?? Number.MAX_SAFE_INTEGER}
    order by m.seq desc limit ${limit}`.execute(db);
  return rows.reverse().map(toMessage);
}

// A name is not part of the channel's revision: who was renamed is renamed in remembered pages too.
async function withNames(db: Db<ChatTables>, page: ChatMessage[]): Promise<ChatMessage[]> {
  const ids = [...new Set(page.map(({ senderId }) => senderId))];
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute();
  const senders = new Map(rows.map((row) => [row.id, senderOf(row)]));
  return page.map((message) => ({ ...message, ...senders.get(message.senderId) }));
}
