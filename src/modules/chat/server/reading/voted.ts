import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { type Poll, shownVoters } from '../../contract/messages/poll.ts';
import type { ChatMessage } from '../../contract.ts';
import type { ChatTables } from '../tables.ts';

/** Limits the voter ids per option: thousands may vote, and every event and page would include them. */
export function shortenedPoll(poll: Poll): Poll {
  if (poll.options.every(({ voters }) => voters.length <= shownVoters)) return poll;
  return {
    ...poll,
    options: poll.options.map(({ id, text, voters }) => ({
      id,
      text,
      voters: voters.slice(0, shownVoters),
      ...(voters.length > shownVoters && { count: voters.length }),
    })),
    voterCount: new Set(poll.options.flatMap(({ voters }) => voters)).size,
  };
}

/** Adds the user's own votes to polls that do not list all voters. */
export async function withOwnVotes(
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
