import { notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { isSecret } from '../../chat/server/public.ts';
import type { SlipServices } from './services.ts';
import type { SlipDb, SlipRow } from './tables.ts';

/** A slip whose message the person may read now. */
export interface FoundSlip extends SlipRow {
  /** Its author and the conversation's moderators see who has opened it. */
  isFollowed: boolean;
  isOwn: boolean;
}

/** What the ciphertext is bound to: copied to another row, it cannot be decrypted. */
export const contextOf = (slipId: string) => `slip:${slipId}`;

/** The slip's name in the activity log; empty in private, group, direct and record conversations. */
export async function loggedName(
  db: SlipDb,
  { channel_id, label }: Pick<SlipRow, 'channel_id' | 'label'>,
): Promise<string> {
  const channel = await db
    .selectFrom('chat_channels')
    .select('type')
    .where('id', '=', channel_id)
    .executeTakeFirst();
  return !channel || isSecret(channel.type) ? '' : label;
}

/** Throws 404 if the person may not read the conversation, or the message was deleted. */
export async function getSlip(
  services: SlipServices,
  actor: Actor,
  slipId: string,
): Promise<FoundSlip> {
  const slip = await services.db
    .selectFrom('slips')
    .selectAll()
    .where('id', '=', slipId)
    .executeTakeFirst();
  if (!slip) throw notFound();
  const target = { channelId: slip.channel_id, messageId: slip.message_id };
  const { message, canModerate } = await services.chat.getMessage(actor, target);
  if (message.deletedAt !== null) throw notFound();
  const isOwn = slip.author_id === actor.userId;
  return { ...slip, isOwn, isFollowed: isOwn || canModerate };
}
