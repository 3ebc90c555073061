import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { forbidden } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { ChatMessage } from '../../contract.ts';
import { getChannel, type OpenChannel } from '../channels/find.ts';
import { isSecret } from '../channels/record.ts';
import type { MessageRow } from '../reading/rows.ts';
import type { ChatServices } from '../services.ts';
import { shrinkThread } from '../threads/growth.ts';
import type { LockedChannel } from '../writing/lock.ts';
import { type Change, changeMessage, type Target } from './change.ts';

/** For rooms that hang something on messages; also told when a deletion is repeated. */
export const messageDeleted = 'chat.message_deleted';
export type MessageDeleted = Target;

/** Takes a message back: one's own, or as somebody who keeps order in the channel. */
export async function deleteMessage(
  desk: ChatServices,
  actor: Actor,
  { ip, ...target }: Target & { ip: string },
): Promise<ChatMessage> {
  const channel = await getChannel(desk.db, actor, target.channelId);
  const decide = (row: MessageRow): Change | null => {
    const isOwn = row.sender_id === actor.userId;
    if (!isOwn && !channel.canModerate) {
      throw forbidden('You can only delete your own messages.');
    }
    if (row.deleted_at) return null;
    return {
      patch: tombstone(actor.userId),
      async also(held) {
        await wipe(held, row);
        if (row.thread_id) await shrinkThread(desk, held, row.thread_id);
        if (!isOwn) await recordDeletion(held, { actor, row, channel, ip });
      },
    };
  };
  // One's words can be taken back also where nothing can be said any more.
  const deleted = await changeMessage(desk, actor, target, decide, { channel, evenClosed: true });
  desk.bus.publish(messageDeleted, target satisfies MessageDeleted);
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

async function wipe({ tx }: LockedChannel, { id }: MessageRow): Promise<void> {
  await tx.deleteFrom('chat_message_edits').where('message_id', '=', id).execute();
  await tx.deleteFrom('chat_attachments').where('message_id', '=', id).execute();
}

interface Deletion {
  actor: Actor;
  row: MessageRow;
  channel: OpenChannel;
  ip: string;
}

/** That it happened is kept, what the message said is not; of a private channel nothing but that. */
async function recordDeletion(held: LockedChannel, { actor, row, channel, ip }: Deletion) {
  const author = row.shown_name;
  const sentAt = row.created_at.toISOString();
  const told = isSecret(channel.type)
    ? { name: '' }
    : { name: `A message of ${author}`, before: { channel: channel.name, author, sentAt } };
  await recordActivity(held.tx, {
    actor,
    action: 'chat.message_deleted',
    subject: { type: 'chat_message', id: row.id, name: told.name },
    before: told.before ?? null,
    after: {},
    ip,
  });
}
