import { messageChanged } from '../../contract/changes.ts';
import type { Vote } from '../../contract/messages/poll.ts';
import type { ChatMessage } from '../../contract.ts';
import type { ChatServices } from '../services.ts';
import type { LockedChannel } from '../writing/lock.ts';
import { frameOf, publishMessage, publishToChannel } from '../writing/publish.ts';
import { getRow, type StoredMessage, toMessage } from './rows.ts';

/** The columns a change sets; lists and objects as JSON text. */
export type Patch = Partial<
  Record<
    Exclude<keyof StoredMessage, 'id' | 'rev' | 'first_name' | 'last_name' | 'shown_name'>,
    unknown
  >
> & { pinned_by?: number | null; deleted_by?: number | null };

/** Stores a change of a message with the next revision. */
export async function saveMessage(
  channel: LockedChannel,
  messageId: string,
  patch: Patch,
): Promise<ChatMessage> {
  const changed = { ...patch, rev: channel.takeRev() } as { rev: number };
  await channel.tx.updateTable('chat_messages').set(changed).where('id', '=', messageId).execute();
  return toMessage(await getRow(channel.tx, channel.id, messageId));
}

export function publishNew(
  { realtime }: ChatServices,
  channel: LockedChannel,
  message: ChatMessage,
): void {
  channel.afterCommit(() => publishMessage(realtime, message));
}

export function publishChanged(
  { realtime }: ChatServices,
  channel: LockedChannel,
  message: ChatMessage,
  more: { vote?: Vote } = {},
): void {
  const event = { ...frameOf(message), ...more };
  channel.afterCommit(() => publishToChannel(realtime, message.channelId, messageChanged, event));
}
