import type { Actor } from '../../../../platform/server/http/actor.ts';
import {
  AppError,
  conflict,
  forbidden,
  invalid,
  notFound,
} from '../../../../platform/server/http/errors.ts';
import type { ChatMessage } from '../../contract.ts';
import { pairOf } from '../channels/direct.ts';
import { beginDirect, getChannel } from '../channels/find.ts';
import { publishAgain } from '../channels/live.ts';
import { joinByPosting } from '../channels/members/membership.ts';
import { canRead } from '../channels/policy.ts';
import { alsoRecord } from '../guard/accepted.ts';
import { withOwn } from '../reading/own.ts';
import type { ChatServices } from '../services.ts';
import { findRow } from '../writing/messages.ts';
import type { Admitted } from './insert.ts';
import { findStored, type Stored } from './store.ts';
import { insertMaybeUrgent, type Urgent } from './urgent.ts';

export interface Sending {
  channelId: string;
  content: string;
  clientMsgId: string;
  senderId?: number | undefined;
  threadId?: string | null | undefined;
  alsoToChannel?: boolean | undefined;
  replyToId?: string | null | undefined;
  attachmentIds?: readonly string[] | undefined;
  urgent?: Urgent | null | undefined;
  acceptsSensitive?: boolean | undefined;
  ip?: string;
}

/**
 * Stores what somebody says and tells the readers, in this order. The same `clientMsgId` of the same
 * sender is the same send: the message stored first is the answer, whatever else has changed since.
 */
export async function postMessage(
  desk: ChatServices,
  actor: Actor,
  sending: Sending,
): Promise<ChatMessage> {
  if (sending.senderId !== undefined && sending.senderId !== actor.userId) {
    throw forbidden('You can only send messages as yourself.');
  }
  const { channelId, clientMsgId, threadId = null, replyToId = null } = sending;
  const { attachmentIds = [], alsoToChannel = false, acceptsSensitive = false } = sending;
  const { urgent = null, ip = '' } = sending;
  const content = contentOf(sending.content, attachmentIds.length > 0);
  return send(desk, actor, { channelId, clientMsgId }, async (admitted) => {
    if (replyToId !== null) await assertQuotable(desk.db, channelId, replyToId);
    const kinds = await desk.guard({ texts: [content], accepts: acceptsSensitive });
    const mentioned = await desk.resolveMentions(content, admitted);
    const words = { ...admitted, content, replyToId };
    const isPlain = threadId === null && attachmentIds.length === 0 && urgent === null;
    if (isPlain && kinds.length === 0) {
      const { mentionedUserIds, mentionsChannel } = mentioned;
      return desk.write({ ...words, mentionedUserIds, mentionsChannel, createdAt: null });
    }
    const also = alsoRecord({ actor, kinds, ip });
    const whole = { ...words, mentioned, threadId, alsoToChannel, attachmentIds, ...also };
    return insertMaybeUrgent(desk, { actor, ip }, whole, urgent);
  });
}

/** Lets the actor write in a channel, once per `clientMsgId`. */
export async function send(
  desk: ChatServices,
  actor: Actor,
  { channelId, clientMsgId }: Pick<Sending, 'channelId' | 'clientMsgId'>,
  write: (admitted: Admitted) => Promise<Stored>,
): Promise<ChatMessage> {
  try {
    const forMembers = await admit(desk, actor, { channelId, clientMsgId });
    const admitted = { channelId, clientMsgId, senderId: actor.userId, forMembers };
    const { message, outcome } = await write(admitted);
    if (outcome === 'stored') desk.noteOwn(message);
    return outcome === 'repeated' ? sayAgain(desk, actor, message) : message;
  } catch (refusal) {
    // What is stored stays stored: its sender may lack only the answer, and must not be told "no".
    const stored = await findStored(desk.db, actor.userId, clientMsgId).catch(() => null);
    if (!stored) throw refusal;
    return sayAgain(desk, actor, stored);
  }
}

/** Who may no longer read there learns nothing of what others have done with it since. */
function onlyOwn(message: ChatMessage): ChatMessage {
  const metadata = message.metadata && { ...message.metadata, parts: undefined };
  const unanswered = metadata?.poll && {
    ...metadata.poll,
    options: metadata.poll.options.map(({ id, text }) => ({ id, text, voters: [] })),
    voterCount: undefined,
  };
  return {
    ...message,
    metadata: unanswered ? { ...metadata, poll: unanswered } : metadata,
    thread: null,
    reactions: [],
    isPinned: false,
  };
}

async function sayAgain(
  { db, realtime }: ChatServices,
  actor: Actor,
  stored: ChatMessage,
): Promise<ChatMessage> {
  const message = (await stillReads(db, actor, stored.channelId)) ? stored : onlyOwn(stored);
  publishAgain(realtime, message);
  const [mine = message] = await withOwn(db, actor.userId, [message]);
  return mine;
}

async function stillReads(
  db: ChatServices['db'],
  actor: Actor,
  channelId: string,
): Promise<boolean> {
  try {
    await getChannel(db, actor, channelId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

/** As it was sent, but with one kind of line end, and whole: half a surrogate pair is not storable. */
export function contentOf(content: string, mayBeBlank: boolean): string {
  if (!mayBeBlank && content.trim() === '') throw invalid('Please write a message first.');
  return content.replaceAll('\r\n', '\n').toWellFormed();
}

async function assertQuotable(
  db: ChatServices['db'],
  channelId: string,
  messageId: string,
): Promise<void> {
  if (await findRow(db, channelId, messageId)) return;
  throw invalid('The message you reply to is not in this channel.', {
    replyToId: 'Must be a message of this channel',
  });
}

/** Throws unless the actor may write in the channel now; answers whether that may end while they do. */
async function admit(
  desk: ChatServices,
  actor: Actor,
  { channelId, clientMsgId }: Pick<Sending, 'channelId' | 'clientMsgId'>,
): Promise<boolean> {
  const pair = pairOf(channelId);
  const type = pair ? undefined : (await desk.fixed()).get(channelId);
  if (type) {
    if (!canRead(actor, { type, people: [] })) throw notFound();
    await desk.takeTurn(actor.userId);
    return type === 'management';
  }
  const channel = await getChannel(desk.db, actor, channelId);
  if (channel.closed) throw conflict(channel.closed);
  await desk.takeTurn(actor.userId);
  if (pair && !channel.begun) await beginDirect(desk.db, [pair]);
  if (!channel.isMember) await joinUnlessSent(desk, actor, { channelId, clientMsgId });
  return !pair && channel.type !== 'public';
}

/** Who has left since must not come back because an old send was repeated. */
async function joinUnlessSent(
  desk: ChatServices,
  actor: Actor,
  { channelId, clientMsgId }: Pick<Sending, 'channelId' | 'clientMsgId'>,
): Promise<void> {
  if (await findStored(desk.db, actor.userId, clientMsgId)) return;
  await joinByPosting(desk, actor, channelId);
}
