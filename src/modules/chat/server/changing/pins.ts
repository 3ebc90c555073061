import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../contract.ts';
import { getChannel } from '../access/find.ts';
import { withOwn } from '../messages/own.ts';
import { messageColumns, type StoredMessage, toMessage } from '../messages/rows.ts';
import type { ChatServices } from '../services.ts';
import { assertNotDeleted, changeMessage, type Target } from './change.ts';

/** Pins or unpins a message; allowed for everyone who can write in the channel. */
export function pinMessage(
  services: ChatServices,
  actor: Actor,
  { pinned, ...target }: Target & { pinned: boolean },
): Promise<ChatMessage> {
  return changeMessage(services, actor, target, (row) => {
    assertNotDeleted(row);
    if ((row.pinned_at !== null) === pinned) return null;
    const patch = pinned
      ? { pinned_at: sql`clock_timestamp()`, pinned_by: actor.userId }
      : { pinned_at: null, pinned_by: null };
    return { patch };
  });
}

const maxListed = 200;

/** Latest pin first. */
export async function listPins(
  { db }: ChatServices,
  actor: Actor,
  channelId: string,
): Promise<ChatMessage[]> {
  const { id } = await getChannel(db, actor, channelId);
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
    where m.channel_id = ${id} and m.pinned_at is not null
    order by m.pinned_at desc, m.id limit ${maxListed}`.execute(db);
  return withOwn(db, actor.userId, rows.map(toMessage));
}
