import { v7 as uuidv7 } from 'uuid';
import {
  AppError,
  conflict,
  forbidden,
  invalid,
  notFound,
} from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { kindsIn } from '../../../data-guard/server/public.ts';
import type { ChatMessage, Urgent } from '../../contract.ts';
import * as contract from '../../contract.ts';
import { pairOf } from '../access/direct.ts';
import { beginDirect, getChannel } from '../access/find.ts';
import { canRead } from '../access/policy.ts';
import { joinByPosting } from '../channels/members/membership.ts';
import { withOwn } from '../messages/own.ts';
import { findRow } from '../messages/rows.ts';
import type { ChatServices } from '../services.ts';
import { alsoRecord } from '../writing/activity.ts';
import { publishAgain } from '../writing/publish.ts';
import { insertMaybeUrgent } from './insertMessage.ts';
import {
  type AdmittedSend,
  findStored,
  NotStored,
  type Recheck,
  type SendResult,
} from './storeMessages.ts';

export function addPostingRoutes({ routes, realtime }: Platform, services: ChatServices): void {
  routes.add(contract.postMessage, ({ actor, params, body, ip }) =>
    postMessage(services, actor, { ...body, ...params, ip }),
  );
  realtime.handle(contract.chatMessageFrame, async ({ actor }, data) => {
    await postMessage(services, actor, { ...data, clientMsgId: data.clientMsgId ?? uuidv7() });
  });
}

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
  const {
    threadId = null,
    alsoToChannel = false,
    replyToId = null,
    attachmentIds = [],
    urgent = null,
    acceptsSensitive = false,
    ip = '',
  } = command;
  const content = contentOf(command.content, attachmentIds.length > 0);
  const isPlain = threadId === null && attachmentIds.length === 0 && urgent === null;
  const writePlain = async (admitted: AdmittedSend) => {
    const { mentionedUserIds, mentionsChannel } = await services.resolveMentions(content, admitted);
    const mentions = { mentionedUserIds, mentionsChannel };
    return services.write({ ...admitted, ...mentions, content, replyToId, createdAt: null });
  };
  // Most messages: text that needs no other check than whether the sender is a member.
  const isQuick = isPlain && replyToId === null && kindsIn([content]).length === 0;
  const writeAsMember = isQuick ? writePlain : null;
  return send(services, actor, { ...command, writeAsMember }, async (admitted) => {
    if (replyToId !== null) await assertQuotable(services.db, command.channelId, replyToId);
    const kinds = await services.guard({ texts: [content], accepts: acceptsSensitive });
    if (isPlain && kinds.length === 0) return writePlain(admitted);
    const mentioned = await services.resolveMentions(content, admitted);
    const message = {
      ...admitted,
      content,
      replyToId,
      mentioned,
      threadId,
      alsoToChannel,
      attachmentIds,
      ...alsoRecord({ actor, kinds, ip }),
    };
    return insertMaybeUrgent(services, { actor, ip }, message, urgent);
  });
}

/** Throws `invalid` unless the message is in the channel. */
export async function assertQuotable(
  db: ChatServices['db'],
  channelId: string,
  messageId: string,
): Promise<void> {
  if (await findRow(db, channelId, messageId)) return;
  throw invalid('The message you’re replying to isn’t in this channel.', {
    replyToId: 'Must be a message of this channel',
  });
}

interface Send {
  channelId: string;
  clientMsgId: string;
  /** Writes if the sender is a member, without a check before; tried first. */
  writeAsMember?: Write | null;
}

type Write = (admitted: AdmittedSend) => Promise<SendResult>;

/** Checks that the actor may write in the channel, and writes once per `clientMsgId`. */
export async function send(
  services: ChatServices,
  actor: Actor,
  command: Send,
  write: Write,
): Promise<ChatMessage> {
  const { channelId, clientMsgId } = command;
  try {
    const own = { channelId, clientMsgId, senderId: actor.userId };
    const fixedType = (await services.fixed()).get(channelId);
    const isShared = fixedType === undefined && pairOf(channelId) === null;
    const quick = isShared ? command.writeAsMember : null;
    if (quick) await services.countSend(actor.userId);
    const written = quick && (await quick({ ...own, recheck: 'membership' }).catch(ifStored));
    const { message, outcome } =
      written ?? (await write({ ...own, recheck: await admit(services, actor, command, !quick) }));
    if (outcome === 'stored') services.noteOwn(message);
    return outcome === 'repeated' ? resendAcknowledgement(services, actor, message) : message;
  } catch (refusal) {
    // If the message is already stored, the sender only missed the reply: return it instead of an error.
    const stored = await findStored(services.db, actor.userId, clientMsgId).catch(() => null);
    if (!stored) throw refusal;
    return resendAcknowledgement(services, actor, stored);
  }
}

function ifStored(error: unknown): null {
  if (error instanceof NotStored) return null;
  throw error;
}

/**
 * Throws unless the actor may write in the channel now, and counts the send if it was not counted; returns what must be
 * checked again at the write.
 */
async function admit(
  services: ChatServices,
  actor: Actor,
  { channelId, clientMsgId }: Send,
  counts: boolean,
): Promise<Recheck> {
  const pair = pairOf(channelId);
  const type = pair ? undefined : (await services.fixed()).get(channelId);
  if (type) {
    if (!canRead(actor, { type, people: [] })) throw notFound();
    if (counts) await services.countSend(actor.userId);
    return type === 'management' ? 'access' : 'nothing';
  }
  const channel = await getChannel(services.db, actor, channelId);
  if (channel.closed) throw conflict(channel.closed);
  if (counts) await services.countSend(actor.userId);
  if (pair && !channel.begun) await beginDirect(services.db, [pair]);
  if (!channel.isMember) await joinUnlessSent(services, actor, { channelId, clientMsgId });
  return !pair && channel.type !== 'public' ? 'access' : 'nothing';
}

/** Someone who left must not rejoin by a repeated send. */
async function joinUnlessSent(
  services: ChatServices,
  actor: Actor,
  { channelId, clientMsgId }: Send,
): Promise<void> {
  if (await findStored(services.db, actor.userId, clientMsgId)) return;
  await joinByPosting(services, actor, channelId);
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

/** Normalizes line ends and removes unpaired surrogates, which cannot be stored. */
export function contentOf(content: string, mayBeBlank: boolean): string {
  if (!mayBeBlank && content.trim() === '') throw invalid('Enter a message.');
  return content.replaceAll('\r\n', '\n').toWellFormed();
}
