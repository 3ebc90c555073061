import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChatMessage } from '../../contract.ts';
import type { OpenChannel } from '../access/find.ts';
import { withOwnAnswers } from '../messages/own.ts';
import { messageColumns, type StoredMessage, toMessage } from '../messages/rows.ts';
import { startOf } from '../readState/start.ts';
import type { ChatTables } from '../tables.ts';

export interface Filters {
  before?: number | undefined;
  limit: number;
  from?: string | undefined;
  to?: string | undefined;
  hasAttachments?: boolean | undefined;
  unreadOnly?: boolean | undefined;
  starredOnly?: boolean | undefined;
  mentionsMe?: boolean | undefined;
  fromUser?: number | undefined;
  messageType?: ChatMessage['messageType'] | undefined;
}

interface Place {
  channel: Pick<OpenChannel, 'id' | 'type' | 'lastSeq'>;
  userId: number;
}

type FoundRow = StoredMessage & { is_starred: boolean };

/** Messages scanned per statement without an index, and statements per call. */
const scanSize = 100_000;
const maxScans = 10;

/**
 * The newest page of timeline messages before `before` that match all filters, oldest first, with the
 * user's stars. Rare ones have an index; otherwise a call scans at most a million messages, in parts, so
 * that no statement takes long.
 */
export async function filterMessages(
  db: Db<ChatTables>,
  place: Place,
  filters: Filters,
): Promise<ChatMessage[]> {
  const { before = Number.MAX_SAFE_INTEGER, limit } = filters;
  const found: FoundRow[] = [];
  let end = Math.min(before, place.channel.lastSeq + 1);
  const step = isIndexed(filters) ? end : scanSize;
  for (let turn = 0; turn < maxScans && end > 1 && found.length < limit; turn += 1) {
    const start = Math.max(1, end - step);
    const left = limit - found.length;
    found.push(...(await readRange(db, place, filters, { start, end, left })));
    end = start;
  }
  const messages = found.reverse().map((row) => ({ ...toMessage(row), isStarred: row.is_starred }));
  return withOwnAnswers(db, place.userId, messages);
}

const isIndexed = ({ hasAttachments, starredOnly, mentionsMe, fromUser, messageType }: Filters) =>
  hasAttachments ||
  starredOnly ||
  mentionsMe ||
  fromUser !== undefined ||
  (messageType ?? 'text') !== 'text';

/** The newest matches in a range, newest first. */
async function readRange(
  db: Db<ChatTables>,
  place: Place,
  filters: Filters,
  { start, end, left }: { start: number; end: number; left: number },
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select ${messageColumns}, s.message_id is not null as is_starred
    from chat_messages m
    join users u on u.id = m.sender_id
    left join chat_stars s on s.message_id = m.id and s.user_id = ${place.userId}
    where m.channel_id = ${place.channel.id} and m.seq >= ${start} and m.seq < ${end}
      and m.deleted_at is null and ${sql.join(conditionsOf(filters, place), sql` and `)}
    order by m.seq desc limit ${left}`.execute(db);
  return rows;
}

function conditionsOf(filters: Filters, { channel, userId }: Place): RawBuilder<unknown>[] {
  const { from, to, hasAttachments, unreadOnly, starredOnly, mentionsMe, fromUser } = filters;
  const { messageType } = filters;
  return [
    sql`true`,
    from !== undefined && sql`m.created_at >= ${instant(from)}`,
    to !== undefined && sql`m.created_at <= ${instant(to)}`,
    hasAttachments && sql`m.attachments <> '[]'`,
    starredOnly && sql`s.message_id is not null`,
    // Must equal the condition of the index chat_messages_with_mentions.
    mentionsMe &&
      sql`(m.mentions_channel or m.mentioned_user_ids <> '{}') and m.sender_id <> ${userId}
        and (m.mentions_channel or ${userId} = any(m.mentioned_user_ids))`,
    unreadOnly &&
      sql`m.sender_id <> ${userId} and m.seq > coalesce((
        select r.last_read_seq from chat_reads r
        where r.user_id = ${userId} and r.channel_id = ${channel.id}), ${startOf(channel)})`,
    fromUser !== undefined && sql`m.sender_id = ${fromUser}`,
    messageType !== undefined && sql`m.message_type = ${sql.lit(messageType)}`,
    messageType !== undefined && messageType !== 'text' && sql`m.message_type <> 'text'`,
  ].filter((condition) => typeof condition === 'object');
}

// Not as text: ISO dates allow years the database does not support.
const instant = (time: string) => sql`to_timestamp(${Date.parse(time) / 1000}::float8)`;
