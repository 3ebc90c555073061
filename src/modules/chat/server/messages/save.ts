import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import { messageChanged } from '../../contract/changes.ts';
import type { Vote } from '../../contract/messages/poll.ts';
import type { ChatMessage } from '../../contract.ts';
import { frameOf, publishMessage, publishToChannel } from '../channels/live.ts';
import { type MessageRow, messageColumns, toMessage } from '../reading/rows.ts';
import type { ChatServices } from '../services.ts';
import type { ChatTables } from '../tables.ts';
import type { LockedChannel } from './lock.ts';

/** The current message of the channel. */
export async function findRow(
  db: Db<ChatTables>,
  channelId: string,
  messageId: string,
): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
    where m.id = ${messageId} and m.channel_id = ${channelId}`.execute(db);
  return rows[0] ?? null;
}

export async function getRow(
  db: Db<ChatTables>,
  channelId: string,
  messageId: string,
): Promise<MessageRow> {
  const row = await findRow(db, channelId, messageId);
  if (!row) throw notFound();
  return row;
}

/** The columns a change sets; lists and objects as JSON text. */
export type Patch = Partial<
  Record<
    Exclude<keyof MessageRow, 'id' | 'rev' | 'first_name' | 'last_name' | 'shown_name'>,
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
