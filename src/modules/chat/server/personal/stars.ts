import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { messageStarred } from '../../contract/personal.ts';
import { type ChatMessage, historyPageSize } from '../../contract.ts';
import { type FixedChannels, getChannel, readableBy } from '../access/find.ts';
import { withOwnAnswers } from '../messages/own.ts';
import { getRow, messageColumns, type StoredMessage, toMessage } from '../messages/rows.ts';
import type { ChatServices } from '../services.ts';
import type { ChatTables } from '../tables.ts';

interface StarMessage {
  channelId: string;
  messageId: string;
  starred: boolean;
}

/** Stars or unstars a message for the user; idempotent. */
export async function starMessage(
  { db, realtime, fixed }: ChatServices,
  actor: Actor,
  { channelId, messageId, starred }: StarMessage,
): Promise<ChatMessage> {
  const { userId } = actor;
  const { id } = await getChannel(db, actor, channelId);
  const row = toMessage(await getRow(db, id, messageId));
  const [message = row] = await withOwnAnswers(db, userId, [row]);
  if (starred && message.deletedAt) throw conflict('This message was deleted.');
  if (await setStar(db, userId, message.id, starred)) {
    const count = await countStarred(db, actor, fixed);
    realtime.publish(`user:${userId}`, messageStarred, {
      channelId: id,
      messageId: message.id,
      starred,
      count,
    });
  }
  return { ...message, isStarred: starred };
}

/** Returns whether anything changed. */
async function setStar(
  db: Db<ChatTables>,
  userId: number,
  messageId: string,
  starred: boolean,
): Promise<boolean> {
  const { numAffectedRows } = starred
    ? await sql`insert into chat_stars (user_id, message_id) values (${userId}, ${messageId})
        on conflict do nothing`.execute(db)
    : await sql`delete from chat_stars
        where user_id = ${userId} and message_id = ${messageId}`.execute(db);
  return numAffectedRows === 1n;
}

/** A page of starred messages, latest star first; excludes deleted and unreadable ones. */
export async function listStarred(
  { db, fixed }: ChatServices,
  actor: Actor,
  offset: number,
): Promise<ChatMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} ${await starredOf(actor, fixed)}
    order by s.starred_at desc, s.message_id
    limit ${historyPageSize} offset ${offset}`.execute(db);
  const messages = rows.map((row) => ({ ...toMessage(row), isStarred: true }));
  return withOwnAnswers(db, actor.userId, messages);
}

export async function countStarred(
  db: Db<ChatTables>,
  actor: Actor,
  fixed: FixedChannels,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`/* prepared: count-starred */
    select count(*) ${await starredOf(actor, fixed)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const starredOf = async (actor: Actor, fixed: FixedChannels) => sql`
  from chat_stars s
  join chat_messages m on m.id = s.message_id
  join users u on u.id = m.sender_id
  join chat_channels c on c.id = m.channel_id
  where s.user_id = ${actor.userId} and m.deleted_at is null
    and ${await readableBy(actor, fixed)}`;
