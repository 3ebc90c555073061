import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChatMessage } from '../../contract.ts';
import type { ChatTables } from '../tables.ts';

/** Adds the user's own stars, reactions and votes to the messages. */
export async function withOwn(
  db: Db<ChatTables>,
  userId: number,
  messages: ChatMessage[],
): Promise<ChatMessage[]> {
  return withOwnAnswers(db, userId, await withStars(db, userId, messages));
}

/** Adds the user's own reactions and votes to messages that do not list all people. */
export async function withOwnAnswers(
  db: Db<ChatTables>,
  userId: number,
  messages: ChatMessage[],
): Promise<ChatMessage[]> {
  return withOwnVotes(db, userId, await withOwnReactions(db, userId, messages));
}

/** Adds the user's stars to the messages. */
async function withStars(
  db: Db<ChatTables>,
  userId: number,
  messages: ChatMessage[],
): Promise<ChatMessage[]> {
  const [starred] = await findStarred(db, [{ userId, messages }]);
  return markStarred(messages, starred);
}

/** Messages that a user sees. */
export interface Seen {
  userId: number;
  messages: readonly ChatMessage[];
}

/** For each, the ids of the messages with the user's star. */
export async function findStarred(
  db: Db<ChatTables>,
  seen: readonly Seen[],
): Promise<ReadonlySet<string>[]> {
  const ids = new Set(seen.flatMap(({ messages }) => messages.map(({ id }) => id)));
  if (ids.size === 0) return seen.map(() => new Set());
  const userIds = seen.map(({ userId }) => userId);
  const rows = await db
    .selectFrom('chat_stars')
    .select(['user_id', 'message_id'])
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .where(sql<boolean>`message_id = any(${[...ids]}::uuid[])`)
    .modifyFront(sql`/* prepared: find-stars */`)
    .execute();
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return seen.map(({ userId }) => new Set(byUser.get(userId)?.map(({ message_id }) => message_id)));
}

export function markStarred(
  messages: ChatMessage[],
  starred: ReadonlySet<string> | undefined,
): ChatMessage[] {
  if (!starred?.size) return messages;
  return messages.map((message) =>
    starred.has(message.id) ? { ...message, isStarred: true } : message,
  );
}

/** Adds the user's own reactions to messages that do not list all people. */
async function withOwnReactions(
  db: Db<ChatTables>,
  userId: number,
  messages: ChatMessage[],
): Promise<ChatMessage[]> {
  const ids = messages
    .filter(({ reactions }) => reactions.some(({ count }) => count !== undefined))
    .map(({ id }) => id);
  if (ids.length === 0) return messages;
  const { rows } = await sql<{ id: string; emoji: string }>`
    select m.id, r.emoji from chat_messages m,
      jsonb_to_recordset(m.reactions) as r (emoji text, users jsonb)
    where m.id = any(${ids}::uuid[]) and r.users @> to_jsonb(${userId}::int)`.execute(db);
  const own = Map.groupBy(rows, ({ id }) => id);
  return messages.map((message) => {
    const chosen = own.get(message.id) ?? [];
    const reactions = message.reactions.map((one) =>
      one.count === undefined
        ? one
        : { ...one, mine: chosen.some(({ emoji }) => emoji === one.emoji) },
    );
    return { ...message, reactions };
  });
}

/** Adds the user's own votes to polls that do not list all voters. */
async function withOwnVotes(
  db: Db<ChatTables>,
  userId: number,
  messages: ChatMessage[],
): Promise<ChatMessage[]> {
  const ids = messages
    .filter(({ metadata }) => metadata?.poll?.voterCount !== undefined)
    .map(({ id }) => id);
  if (ids.length === 0) return messages;
  const { rows } = await sql<{ id: string; option: number }>`
    select m.id, o.id as option from chat_messages m,
      jsonb_to_recordset(m.metadata -> 'poll' -> 'options') as o (id int, voters jsonb)
    where m.id = any(${ids}::uuid[]) and o.voters @> to_jsonb(${userId}::int)`.execute(db);
  const own = Map.groupBy(rows, ({ id }) => id);
  return messages.map((message) => {
    const { metadata } = message;
    if (!metadata?.poll) return message;
    const chosen = new Set(own.get(message.id)?.map(({ option }) => option));
    const options = metadata.poll.options.map((option) =>
      option.count === undefined ? option : { ...option, mine: chosen.has(option.id) },
    );
    return { ...message, metadata: { ...metadata, poll: { ...metadata.poll, options } } };
  });
}
