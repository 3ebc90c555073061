import type { Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/server/http/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatMessage } from '../contract.ts';
import { beginDirect, getChannel } from './channels.ts';
import { pairOf } from './direct.ts';
import type { FixedChannels } from './fixed-channels.ts';
import { publishAgain } from './live.ts';
import { canRead } from './policy.ts';
import { mentionsIn, type ResolveMentions } from './posting/mentions.ts';
import type { SendLimit } from './posting/send-limit.ts';
import { type Draft, findStored, type Stored } from './posting/store.ts';
import type { ChatTables } from './tables.ts';

export interface Sending {
  channelId: string;
  content: string;
  clientMsgId: string;
  senderId?: number | undefined;
}

/** What posting works with, put together once by the module. */
export interface Desk {
  db: Db<ChatTables>;
  realtime: Platform['realtime'];
  fixed: FixedChannels;
  resolveMentions: ResolveMentions;
  takeTurn: SendLimit;
  /** Resolves after COMMIT, when all readers have been told. */
  write(draft: Draft): Promise<Stored>;
}

/**
 * Stores what somebody says and tells the readers, in this order. The same `clientMsgId` of the same
 * sender is the same send: the message stored first is the answer, whatever else has changed since.
 */
export async function postMessage(
  desk: Desk,
  actor: Actor,
  sending: Sending,
): Promise<ChatMessage> {
  if (sending.senderId !== undefined && sending.senderId !== actor.userId) {
    throw forbidden('You can only send messages as yourself.');
  }
  const content = contentOf(sending);
  const { channelId, clientMsgId } = sending;
  try {
    await admit(desk, actor, channelId);
  } catch (refusal) {
    // What is stored stays stored: its sender may lack only the answer, and must not be told "no".
    const stored = await findStored(desk.db, actor.userId, clientMsgId);
    if (!stored) throw refusal;
    publishAgain(desk.realtime, stored);
    return stored;
  }
  const mentionedUserIds = await desk.resolveMentions(mentionsIn(content));
  const senderId = actor.userId;
  const draft = { channelId, senderId, clientMsgId, content, mentionedUserIds, createdAt: null };
  const { message, outcome } = await desk.write(draft);
  if (outcome === 'repeated') publishAgain(desk.realtime, message);
  return message;
}

/** As it was sent, but with one kind of line end, and whole: half a surrogate pair is not storable. */
function contentOf({ content }: Sending): string {
  if (content.trim() === '') throw invalid('Please write a message first.');
  return content.replaceAll('\r\n', '\n').toWellFormed();
}

/** Throws unless the actor may write in the channel now. */
async function admit(desk: Desk, actor: Actor, channelId: string): Promise<void> {
  const pair = pairOf(channelId);
  if (!pair) {
    const type = (await desk.fixed()).get(channelId);
    if (!type || !canRead(actor, { type, people: [] })) throw notFound();
    return desk.takeTurn(actor.userId);
  }
  const channel = await getChannel(desk.db, actor, channelId);
  if (channel.closed) throw conflict(channel.closed);
  await desk.takeTurn(actor.userId);
  if (!channel.begun) await beginDirect(desk.db, [pair]);
}
