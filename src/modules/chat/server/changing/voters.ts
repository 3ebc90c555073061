import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import { getChannel } from '../channels/find.ts';
import type { ChatServices } from '../services.ts';
import { getRow } from '../writing/messages.ts';
import type { Target } from './change.ts';

interface VoterQuery extends Target {
  option: number;
  /** Only people with a greater id. */
  after?: number | undefined;
  limit: number;
}

/** A page of the people who voted for a poll option. */
export async function listVoters(
  { db }: ChatServices,
  actor: Actor,
  { channelId, messageId, option, after = 0, limit }: VoterQuery,
): Promise<{ userId: number; name: string }[]> {
  await getChannel(db, actor, channelId);
  const { id, metadata } = await getRow(db, channelId, messageId);
  if (!metadata?.poll) throw conflict('This message is not a poll.');
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.shown_name as name
    from chat_messages m,
      jsonb_to_recordset(m.metadata -> 'poll' -> 'options') as o (id int, voters jsonb),
      jsonb_array_elements_text(o.voters) as chosen (user_id)
      join users u on u.id = chosen.user_id::int
    where m.id = ${id} and o.id = ${option} and u.id > ${after}
    order by u.id limit ${limit}`.execute(db);
  return rows.map(({ id: userId, name }) => ({ userId, name }));
}
