import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChatMessage } from '../../contract.ts';
import type { ChatTables } from '../tables.ts';

/** Adds the user's own reactions to messages that do not list all people. */
export async function withOwnReactions(
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
