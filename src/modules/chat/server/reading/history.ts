import { sql } from 'kysely';
import type { Cache } from '../../../../platform/server/cache/cache.ts';
import type { Db } from '../../../../platform/server/db/database.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import { type ChatMessage, historyPageSize } from '../../contract.ts';
import type { OpenChannel } from '../access/find.ts';
import { withOwn } from '../messages/own.ts';
import { messageColumns, type StoredMessage, senderOf, toMessage } from '../messages/rows.ts';
import type { ChatTables } from '../tables.ts';

interface Page {
  /** Only messages before this seq. */
  before?: number | undefined;
  /** Only messages after this seq. */
  after?: number | undefined;
  /** The messages around this seq, including it. */
  around?: number | undefined;
  limit: number;
}

const rememberSeconds = 300;

/**
 * A page of a channel's timeline (access checked by the caller), oldest first, with the user's stars:
 * the newest, or by at most one of `before`, `after` and `around`.
 */
export async function readHistory(
  db: Db<ChatTables>,
  cache: Cache,
  userId: number,
  channel: OpenChannel,
  page: Page,
): Promise<ChatMessage[]> {
  const places = [page.before, page.after, page.around].filter((place) => place !== undefined);
  if (places.length > 1) throw invalid('Use only one of before, after and around.');
  const newest = places.length === 0 && page.limit === historyPageSize;
  // Conversations of few people are not read often enough to cache.
  const isCached = newest && channel.type !== 'direct' && channel.type !== 'group';
  const messages = isCached
    ? await readNewest(db, cache, channel)
    : await readPage(db, channel, page);
  return withOwn(db, userId, messages);
}

async function readNewest(
  db: Db<ChatTables>,
  cache: Cache,
  channel: OpenChannel,
): Promise<ChatMessage[]> {
  if (channel.lastSeq === 0) return [];
  // The revision is part of the key, so a cached page is never stale.
  const key = `chat-page:${channel.id}:${channel.lastRev}`;
  const page = await cache.remember('apiResponses', key, rememberSeconds, () =>
    readPage(db, channel, { before: channel.lastSeq + 1, limit: historyPageSize }),
  );
  return withNames(db, page);
}

async function readPage(
  db: Db<ChatTables>,
  { id, lastSeq }: OpenChannel,
  { before, after, around, limit }: Page,
): Promise<ChatMessage[]> {
  const afterSeq = around === undefined ? after : windowStart(around, lastSeq, limit) - 1;
  const bound =
    afterSeq === undefined
      ? sql`m.seq < ${before ?? Number.MAX_SAFE_INTEGER} order by m.seq desc`
      : sql`m.seq > ${afterSeq} order by m.seq`;
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
    where m.channel_id = ${id} and ${bound} limit ${limit}`.execute(db);
  return (afterSeq === undefined ? rows.reverse() : rows).map(toMessage);
}

/** The timeline has no gaps, so a window around a position can be computed. */
function windowStart(around: number, lastSeq: number, limit: number): number {
  return Math.max(1, Math.min(around - Math.floor(limit / 2), lastSeq - limit + 1));
}

// Names are not part of the channel's revision: refresh them in cached pages.
async function withNames(db: Db<ChatTables>, page: ChatMessage[]): Promise<ChatMessage[]> {
  const ids = [...new Set(page.map(({ senderId }) => senderId))];
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'shown_name'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute();
  const senders = new Map(rows.map((row) => [row.id, senderOf(row)]));
  return page.map((message) => ({ ...message, ...senders.get(message.senderId) }));
}
