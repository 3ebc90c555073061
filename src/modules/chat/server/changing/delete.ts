import { sql } from 'kysely';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { ChatMessage } from '../../contract.ts';
import { getChannel, type OpenChannel } from '../access/find.ts';
import type { StoredMessage } from '../messages/rows.ts';
import type { ChatServices } from '../services.ts';
import { shrinkThread } from '../threads/growth.ts';
import { isSecret } from '../writing/activity.ts';
import type { LockedChannel } from '../writing/lock.ts';
import { type Change, changeMessage, type Target } from './change.ts';

/** For modules that attach parts to messages; also published when a deletion is repeated. */
export const messageDeleted = 'chat.message_deleted';
export type MessageDeleted = Target;

/** Deletes a message: the actor's own, or any as a moderator. */
export async function deleteMessage(
  services: ChatServices,
  actor: Actor,
  { ip, ...target }: Target & { ip: string },
): Promise<ChatMessage> {
  const channel = await getChannel(services.db, actor, target.channelId);
  const decide = (row: StoredMessage): Change | null => {
    const isOwn = row.sender_id === actor.userId;
    if (!isOwn && !channel.canModerate) {
      throw forbidden('You can only delete your own messages.');
    }
    if (row.deleted_at) return null;
    return {
      patch: tombstone(actor.userId),
      async also(locked) {
        await wipe(locked, row);
        if (row.thread_id) await shrinkThread(services, locked, row.thread_id);
        if (!isOwn) await recordDeletion(locked, { actor, row, channel, ip });
      },
    };
  };
  // Messages can be deleted even in channels closed for writing.
  const deleted = await changeMessage(services, actor, target, decide, {
    channel,
    evenClosed: true,
  });
  services.bus.publish(messageDeleted, target satisfies MessageDeleted);
  return deleted;
}

const tombstone = (deleterId: number) => ({
  content: '',
  attachments: '[]',
  reactions: '[]',
  metadata: null,
  mentioned_user_ids: [],
  mentions_channel: false,
  pinned_at: null,
  pinned_by: null,
  edited_at: null,
  deleted_at: sql`clock_timestamp()`,
  deleted_by: deleterId,
});

async function wipe({ tx }: LockedChannel, { id }: StoredMessage): Promise<void> {
  await tx.deleteFrom('chat_message_edits').where('message_id', '=', id).execute();
  await tx.deleteFrom('chat_attachments').where('message_id', '=', id).execute();
}

interface Deletion {
  actor: Actor;
  row: StoredMessage;
  channel: OpenChannel;
  ip: string;
}

/** Logs the deletion without the content; for private channels without any details. */
async function recordDeletion(locked: LockedChannel, { actor, row, channel, ip }: Deletion) {
  const author = row.shown_name;
  const sentAt = row.created_at.toISOString();
  const details = isSecret(channel.type)
    ? { name: '' }
    : { name: `A message from ${author}`, before: { channel: channel.name, author, sentAt } };
  await recordActivity(locked.tx, {
    actor,
    action: 'chat.message_deleted',
    subject: { type: 'chat_message', id: row.id, name: details.name },
    before: details.before ?? null,
    after: {},
    ip,
  });
}
