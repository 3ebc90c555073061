import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../../platform/server/db/database.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import { returnedAgain } from '../../../../platform/server/http/returnedAgain.ts';
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

/** Channels whose newest page is kept in memory. */
const maxNewest = 200;
const maxAgeMs = 5 * 60_000;

interface NameRow {
  id: number;
  first_name: string;
  last_name: string;
  shown_name: string;
}

interface Newest {
  /** The channel's revision: another one makes it another page. */
  rev: number;
  page: Promise<ChatMessage[]>;
}

export interface HistoryReader {
  /**
   * A page of a channel's timeline (access checked by the caller), oldest first, with the user's stars:
   * the newest, or by at most one of `before`, `after` and `around`.
   */
  read(userId: number, channel: OpenChannel, page: Page): Promise<ChatMessage[]>;
}

/** Readers of a channel's newest page share it, and its JSON, until the channel changes. */
export function createHistoryReader(db: Db<ChatTables>): HistoryReader {
  const newest = new LRUCache<string, Newest>({ max: maxNewest, ttl: maxAgeMs });

  function load({ id, lastSeq, lastRev }: OpenChannel): Newest {
    const page = readPage(db, id, lastSeq, { before: lastSeq + 1, limit: historyPageSize });
    const loading: Newest = { rev: lastRev, page: page.then(returnedAgain) };
    newest.set(id, loading);
    loading.page.catch(() => newest.get(id) === loading && newest.delete(id));
    return loading;
  }

  async function readNewest(channel: OpenChannel): Promise<ChatMessage[]> {
    if (channel.lastSeq === 0) return [];
    const known = newest.get(channel.id);
    if (known?.rev !== channel.lastRev) return load(channel).page;
    const page = await known.page;
    const named = await withNames(db, page);
    if (named !== page) known.page = Promise.resolve(returnedAgain(named));
    return named;
  }

  return {
    async read(userId, channel, page) {
      const places = [page.before, page.after, page.around].filter((place) => place !== undefined);
      if (places.length > 1) throw invalid('Use only one of before, after and around.');
      const isNewest = places.length === 0 && page.limit === historyPageSize;
      // Conversations of few people are not read often enough to keep.
      const isShared = isNewest && channel.type !== 'direct' && channel.type !== 'group';
      const messages = isShared
        ? await readNewest(channel)
        : await readPage(db, channel.id, channel.lastSeq, page);
      return withOwn(db, userId, messages);
    },
  };
}

async function readPage(
  db: Db<ChatTables>,
  channelId: string,
  lastSeq: number,
  { before, after, around, limit }: Page,
): Promise<ChatMessage[]> {
  const afterSeq = around === undefined ? after : windowStart(around, lastSeq, limit) - 1;
  const bound =
    afterSeq === undefined
      ? sql`m.seq < ${before ?? Number.MAX_SAFE_INTEGER} order by m.seq desc`
      : sql`m.seq > ${afterSeq} order by m.seq`;
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
    where m.channel_id = ${channelId} and ${bound} limit ${limit}`.execute(db);
  return (afterSeq === undefined ? rows.reverse() : rows).map(toMessage);
}

/** The timeline has no gaps, so a window around a position can be computed. */
function windowStart(around: number, lastSeq: number, limit: number): number {
  return Math.max(1, Math.min(around - Math.floor(limit / 2), lastSeq - limit + 1));
}

// Names are not part of the channel's revision. Returns the same page if none has changed.
async function withNames(db: Db<ChatTables>, page: ChatMessage[]): Promise<ChatMessage[]> {
  const ids = [...new Set(page.map(({ senderId }) => senderId))];
  const { rows } = await sql<NameRow>`/* prepared: names-of-senders */
    select id, first_name, last_name, shown_name from users where id = any(${ids}::int[])`.execute(
    db,
  );
  const senders = new Map(rows.map((row) => [row.id, senderOf(row)]));
  const isCurrent = ({ senderId, senderName, senderInitials }: ChatMessage) => {
    const sender = senders.get(senderId);
    return sender?.senderName === senderName && sender.senderInitials === senderInitials;
  };
  return page.every(isCurrent)
    ? page
    : page.map((message) => ({ ...message, ...senders.get(message.senderId) }));
}
