import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { RequestContext } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { findUploads, type StoredAttachment } from '../../../attachments/server/public.ts';
import { kindsIn } from '../../../data-guard/server/public.ts';
import type { ChatMessage, Urgent } from '../../contract.ts';
import { archived, whoMayNotWrite } from '../access/readers.ts';
import type { Mentioned } from '../mentions/resolve.ts';
import { findRow, getRow, type StoredMessage, toMessage } from '../messages/rows.ts';
import { publishNew } from '../messages/save.ts';
import type { ChatServices } from '../services.ts';
import { followers, growThread } from '../threads/growth.ts';
import { publishReply, publishThreadStates } from '../threads/state.ts';
import { isSecret } from '../writing/activity.ts';
import { type LockedChannel, withChannelLock } from '../writing/lock.ts';
import { type AdmittedSend, findStored, type SendResult } from './storeMessages.ts';

/** A message with more than plain text in the timeline. */
interface FullMessage extends AdmittedSend {
  content: string;
  mentioned: Mentioned;
  replyToId?: string | null;
  threadId?: string | null;
  alsoToChannel?: boolean;
  /** The sender's own uploads. */
  attachmentIds?: readonly string[];
  /** Files already attached to another message. */
  attachments?: readonly StoredAttachment[];
  messageType?: ChatMessage['messageType'];
  metadata?: ChatMessage['metadata'];
  /** Further writes in the same transaction. */
  also?: (tx: LockedChannel['tx'], message: ChatMessage) => Promise<void>;
}

/** Like `ChatServices.write`, but for full messages; a reply also updates its root message. */
export async function insertMessage(
  services: ChatServices,
  message: FullMessage,
): Promise<SendResult> {
  const attachments = message.attachments ?? (await ownUploads(services, message));
  try {
    const { result, followed } = await withChannelLock(services, message.channelId, (channel) =>
      insertLocked(services, channel, { ...message, attachments }),
    );
    if (followed) {
      const { threadId, userIds } = followed;
      await publishThreadStates(services, threadId, userIds);
      await publishReply(services, threadId, userIds);
    }
    return result;
  } catch (error) {
    // The upload was discarded between the check and the write.
    if (violatedConstraint(error) === 'chat_attachments_upload_id_fkey') throw unknownUpload();
    throw error;
  }
}

async function insertLocked(
  services: ChatServices,
  channel: LockedChannel,
  message: FullMessageWithFiles,
): Promise<{ result: SendResult; followed: Followed | null }> {
  const known = await findStored(channel.tx, message.senderId, message.clientMsgId);
  if (known) return { result: { message: known, outcome: 'repeated' }, followed: null };
  await assertMayStillWrite(channel, message);
  const root = message.threadId ? await getRoot(channel, message.threadId) : null;
  const stored = await insert(channel, message, root);
  publishNew(services, channel, stored);
  await message.also?.(channel.tx, stored);
  if (root) await growThread(services, channel, root, stored);
  const followed = root && (await followers(channel.tx, root, stored, message.mentioned.byName));
  return { result: { message: stored, outcome: 'stored' }, followed };
}

type Followed = Awaited<ReturnType<typeof followers>>;
type FullMessageWithFiles = FullMessage & { attachments: readonly StoredAttachment[] };

async function ownUploads(
  { db }: ChatServices,
  { senderId, attachmentIds = [] }: FullMessage,
): Promise<StoredAttachment[]> {
  const ids = [...new Set(attachmentIds)];
  const found = await findUploads(db, senderId, ids);
  if (found.length < ids.length) throw unknownUpload();
  return found;
}

const unknownUpload = () =>
  invalid('A file is no longer available. Attach it again.', {
    attachmentIds: 'Must be files you have uploaded',
  });

/** Checked again under the lock: the channel may have been archived, or the sender may have left. */
async function assertMayStillWrite(channel: LockedChannel, message: FullMessage): Promise<void> {
  if (channel.isArchived) throw archived();
  if (message.recheck === 'nothing') return;
  const refusal = (await whoMayNotWrite(channel.tx, [message])).get(message);
  if (refusal) throw refusal;
}

/** The root message of a thread; a reply to a reply belongs to the same thread. */
async function getRoot({ tx, id }: LockedChannel, threadId: string): Promise<StoredMessage> {
  const named = await findRow(tx, id, threadId);
  if (!named) {
    throw invalid('This thread isn’t in this channel.', {
      threadId: 'Must be a message of this channel',
    });
  }
  const root = named.thread_id ? await getRow(tx, id, named.thread_id) : named;
  if (root.deleted_at) throw conflict('The message was deleted, so its thread is closed.');
  return root;
}

async function insert(
  channel: LockedChannel,
  message: FullMessageWithFiles,
  root: StoredMessage | null,
): Promise<ChatMessage> {
  const { tx, id: channelId } = channel;
  const id = uuidv7();
  const { attachments, mentioned, metadata } = message;
  await tx
    .insertInto('chat_messages')
    .values({
      id,
      channel_id: channelId,
      seq: root && !message.alsoToChannel ? null : channel.takeSeq(),
      rev: channel.takeRev(),
      sender_id: message.senderId,
      client_msg_id: message.clientMsgId,
      content: message.content,
      message_type: message.messageType ?? 'text',
      mentioned_user_ids: mentioned.mentionedUserIds,
      mentions_channel: mentioned.mentionsChannel,
      thread_id: root?.id ?? null,
      thread_seq: root && root.last_thread_seq + 1,
      reply_to_id: message.replyToId ?? null,
      attachments: JSON.stringify(attachments),
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      // The clock, not now(): the transaction may have waited for the lock.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
  if (attachments.length > 0) {
    const links = attachments.map((file) => ({ upload_id: file.id, message_id: id }));
    await tx.insertInto('chat_attachments').values(links).execute();
  }
  return toMessage(await getRow(tx, channelId, id));
}

const customerDataRefused = 'The reason can’t contain customer data.';

/** The reason as it is stored; throws `invalid` if it contains customer data. */
export function validateReason({ reason }: Urgent): string {
  if (kindsIn([reason]).length > 0) {
    throw invalid(customerDataRefused, { 'urgent.reason': customerDataRefused });
  }
  return reason.toWellFormed();
}

/** Like `insertMessage`, and marks the message as urgent if requested. */
export function insertMaybeUrgent(
  services: ChatServices,
  context: RequestContext,
  message: FullMessage,
  urgent: Urgent | null,
): Promise<SendResult> {
  return urgent
    ? insertUrgentMessage(services, context, message, urgent)
    : insertMessage(services, message);
}

/** Marks, counts and logs the message; not counted if this call did not store it. */
async function insertUrgentMessage(
  services: ChatServices,
  context: RequestContext,
  message: FullMessage,
  command: Urgent,
): Promise<SendResult> {
  const urgent = { reason: validateReason(command) };
  const key = String(message.senderId);
  await services.urgents.consume(key);
  let isNew = false;
  try {
    const result = await insertMessage(services, {
      ...message,
      metadata: { ...message.metadata, urgent },
      async also(tx, stored) {
        await message.also?.(tx, stored);
        await recordUrgent(tx, context, stored, urgent);
      },
    });
    isNew = result.outcome === 'stored';
    return result;
  } finally {
    if (!isNew) await services.urgents.restore(key);
  }
}

/** Logs who sent an urgent message, where and why, never its content. */
async function recordUrgent(
  tx: LockedChannel['tx'],
  { actor, ip }: RequestContext,
  { id, channelId }: ChatMessage,
  { reason }: Urgent,
): Promise<void> {
  const { type, name } = await tx
    .selectFrom('chat_channels')
    .select(['type', 'name'])
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow();
  await recordActivity(tx, {
    actor,
    action: 'chat.urgent_sent',
    subject: { type: 'chat_message', id, name: isSecret(type) ? '' : name },
    after: { reason },
    ip,
  });
}
