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

export interface PostMessage {
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
 * Stores a message, then publishes it. The same `clientMsgId` of the same sender is the same send: the
 * message stored first is returned, whatever has changed since.
 */
export async function postMessage(
  services: ChatServices,
  actor: Actor,
  command: PostMessage,
): Promise<ChatMessage> {
  if (command.senderId !== undefined && command.senderId !== actor.userId) {
    throw forbidden('You can only send messages as yourself.');
  }
  const { channelId, clientMsgId, threadId = null, replyToId = null } = command;
  const { attachmentIds = [], alsoToChannel = false, acceptsSensitive = false } = command;
  const { urgent = null, ip = '' } = command;
  const content = contentOf(command.content, attachmentIds.length > 0);
  return send(services, actor, { channelId, clientMsgId }, async (admitted) => {
    if (replyToId !== null) await assertQuotable(services.db, channelId, replyToId);
    const kinds = await services.guard({ texts: [content], accepts: acceptsSensitive });
    const mentioned = await services.resolveMentions(content, admitted);
    const draft = { ...admitted, content, replyToId };
    const isPlain = threadId === null && attachmentIds.length === 0 && urgent === null;
    if (isPlain && kinds.length === 0) {
      const { mentionedUserIds, mentionsChannel } = mentioned;
      return services.write({ ...draft, mentionedUserIds, mentionsChannel, createdAt: null });
    }
    const also = alsoRecord({ actor, kinds, ip });
    const full = { ...draft, mentioned, threadId, alsoToChannel, attachmentIds, ...also };
    return insertMaybeUrgent(services, { actor, ip }, full, urgent);
  });
}

/** Checks that the actor may write in the channel, and writes once per `clientMsgId`. */
export async function send(
  services: ChatServices,
  actor: Actor,
  { channelId, clientMsgId }: Pick<PostMessage, 'channelId' | 'clientMsgId'>,
  write: (admitted: Admitted) => Promise<Stored>,
): Promise<ChatMessage> {
  try {
    const forMembers = await admit(services, actor, { channelId, clientMsgId });
    const admitted = { channelId, clientMsgId, senderId: actor.userId, forMembers };
    const { message, outcome } = await write(admitted);
    if (outcome === 'stored') services.noteOwn(message);
    return outcome === 'repeated' ? resendAcknowledgement(services, actor, message) : message;
  } catch (refusal) {
    // If the message is already stored, the sender only missed the reply: return it instead of an error.
    const stored = await findStored(services.db, actor.userId, clientMsgId).catch(() => null);
    if (!stored) throw refusal;
    return resendAcknowledgement(services, actor, stored);
  }
}

/** Hides other people's later actions from senders who can no longer read the channel. */
function onlyOwn(message: ChatMessage): ChatMessage {
  const metadata = message.metadata && { ...message.metadata, parts: undefined };
  const withoutVotes = metadata?.poll && {
    ...metadata.poll,
    options: metadata.poll.options.map(({ id, text }) => ({ id, text, voters: [] })),
    voterCount: undefined,
  };
  return {
    ...message,
    metadata: withoutVotes ? { ...metadata, poll: withoutVotes } : metadata,
    thread: null,
    reactions: [],
    isPinned: false,
  };
}

async function resendAcknowledgement(
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

/** Normalizes line ends and removes unpaired surrogates, which cannot be stored. */
export function contentOf(content: string, mayBeBlank: boolean): string {
  if (!mayBeBlank && content.trim() === '') throw invalid('Enter a message.');
  return content.replaceAll('\r\n', '\n').toWellFormed();
}

async function assertQuotable(
  db: ChatServices['db'],
  channelId: string,
  messageId: string,
): Promise<void> {
  if (await findRow(db, channelId, messageId)) return;
  throw invalid('The message you’re replying to isn’t in this channel.', {
    replyToId: 'Must be a message of this channel',
  });
}

/**
 * Throws unless the actor may write in the channel now; returns whether that must be checked again at
 * the write.
 */
async function admit(
  services: ChatServices,
  actor: Actor,
  { channelId, clientMsgId }: Pick<PostMessage, 'channelId' | 'clientMsgId'>,
): Promise<boolean> {
  const pair = pairOf(channelId);
  const type = pair ? undefined : (await services.fixed()).get(channelId);
  if (type) {
    if (!canRead(actor, { type, people: [] })) throw notFound();
    await services.countSend(actor.userId);
    return type === 'management';
  }
  const channel = await getChannel(services.db, actor, channelId);
  if (channel.closed) throw conflict(channel.closed);
  await services.countSend(actor.userId);
  if (pair && !channel.begun) await beginDirect(services.db, [pair]);
  if (!channel.isMember) await joinUnlessSent(services, actor, { channelId, clientMsgId });
  return !pair && channel.type !== 'public';
}

/** Someone who left must not rejoin by a repeated send. */
async function joinUnlessSent(
  services: ChatServices,
  actor: Actor,
  { channelId, clientMsgId }: Pick<PostMessage, 'channelId' | 'clientMsgId'>,
): Promise<void> {
  if (await findStored(services.db, actor.userId, clientMsgId)) return;
  await joinByPosting(services, actor, channelId);
}
