import { sql } from 'kysely';
import type { Actor } from '../../../../../platform/server/http/actor.ts';
import { getChannel } from '../../channels/find.ts';
import type { ChatServices } from '../../services.ts';
import { getRow } from '../../writing/messages.ts';
import type { Target } from '../change.ts';
import { toEmoji } from './reactions.ts';

interface ReactorQuery extends Target {
  emoji: string;
  /** Only people with a greater id. */
  after?: number | undefined;
  limit: number;
}

/** A page of the people who reacted with an emoji. */
export async function listReactors(
  { db }: ChatServices,
  actor: Actor,
  { channelId, messageId, emoji, after = 0, limit }: ReactorQuery,
): Promise<{ userId: number; name: string }[]> {
  await getChannel(db, actor, channelId);
  const { id, reactions } = await getRow(db, channelId, messageId);
  const wanted = toEmoji(emoji);
  if (!reactions.some((one) => one.emoji === wanted)) return [];
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.shown_name as name
    from chat_messages m,
      jsonb_to_recordset(m.reactions) as r (emoji text, users jsonb),
      jsonb_array_elements_text(r.users) as chosen (user_id)
      join users u on u.id = chosen.user_id::int
    where m.id = ${id} and r.emoji = ${wanted} and u.id > ${after}
    order by u.id limit ${limit}`.execute(db);
  return rows.map(({ id: userId, name }) => ({ userId, name }));
}
