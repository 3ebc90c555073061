import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, invalid } from '../../../../platform/server/http/errors.ts';
import type { ChatMessage } from '../../contract.ts';
import { findUploads } from '../attachments/uploads.ts';
import type { Mentioned } from '../audience/mentioned.ts';
import { archived, whoMayNotWrite } from '../audience/readers.ts';
import type { MessageRow } from '../reading/rows.ts';
import { toMessage } from '../reading/rows.ts';
import type { ChatServices } from '../services.ts';
import type { StoredAttachment } from '../tables.ts';
import { followers, growThread } from '../threads/growth.ts';
import { publishThreadStates } from '../threads/state.ts';
import { type LockedChannel, withChannelLock } from '../writing/lock.ts';
import { findRow, getRow, publishNew } from '../writing/messages.ts';
import { findStored, type Stored } from './store.ts';

/** A send that was checked: its sender may write in the channel. */
export interface Admitted {
  channelId: string;
  senderId: number;
  clientMsgId: string;
  forMembers: boolean;
}

/** A message with more than plain text in the timeline. */
export interface FullMessage extends Admitted {
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
export async function insertMessage(services: ChatServices, draft: FullMessage): Promise<Stored> {
  const attachments = draft.attachments ?? (await ownUploads(services, draft));
  try {
    const { stored, followed } = await withChannelLock(
      services,
      draft.channelId,
      async (channel) => {
        const known = await findStored(channel.tx, draft.senderId, draft.clientMsgId);
        if (known)
          return { stored: { message: known, outcome: 'repeated' as const }, followed: null };
        await assertMayStillWrite(channel, draft);
        const root = draft.threadId ? await getRoot(channel, draft.threadId) : null;
        const message = await insert(channel, { ...draft, attachments }, root);
        publishNew(services, channel, message);
        await draft.also?.(channel.tx, message);
        if (root) await growThread(services, channel, root, message);
        const followed =
          root && (await followers(channel.tx, root, message, draft.mentioned.byName));
        return { stored: { message, outcome: 'stored' as const }, followed };
      },
    );
    if (followed) await publishThreadStates(services, followed.threadId, followed.userIds);
    return stored;
  } catch (error) {
    // The upload was discarded between the check and the write.
    if (violatedConstraint(error) === 'chat_attachments_upload_id_fkey') throw unknownUpload();
    throw error;
  }
}

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
async function assertMayStillWrite(channel: LockedChannel, draft: FullMessage): Promise<void> {
  if (channel.isArchived) throw archived();
  if (!draft.forMembers) return;
  const refusal = (await whoMayNotWrite(channel.tx, [draft])).get(draft);
  if (refusal) throw refusal;
}

/** The root message of a thread; a reply to a reply belongs to the same thread. */
async function getRoot({ tx, id }: LockedChannel, threadId: string): Promise<MessageRow> {
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
  draft: FullMessage & { attachments: readonly StoredAttachment[] },
  root: MessageRow | null,
): Promise<ChatMessage> {
  const { tx, id: channelId } = channel;
  const id = uuidv7();
  const { attachments, mentioned, metadata } = draft;
  await tx
    .insertInto('chat_messages')
    .values({
      id,
      channel_id: channelId,
      seq: root && !draft.alsoToChannel ? null : channel.takeSeq(),
      rev: channel.takeRev(),
      sender_id: draft.senderId,
      client_msg_id: draft.clientMsgId,
      content: draft.content,
      message_type: draft.messageType ?? 'text',
      mentioned_user_ids: mentioned.mentionedUserIds,
      mentions_channel: mentioned.mentionsChannel,
      thread_id: root?.id ?? null,
      thread_seq: root && root.last_thread_seq + 1,
      reply_to_id: draft.replyToId ?? null,
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
