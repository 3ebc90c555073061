import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import { type StoredAttachment, toAttachment } from '../../../attachments/server/public.ts';
import { type Poll, shownVoters } from '../../contract/messages/poll.ts';
import { type ChatMessage, type Reaction, shownReactors } from '../../contract.ts';
import { mentionsIn } from '../mentions/mentions.ts';
import type { ChatTables } from '../tables.ts';

/** A message with its sender's current name. */
export interface StoredMessage {
  id: string;
  channel_id: string;
  seq: number | null;
  rev: number;
  client_msg_id: string;
  sender_id: number;
  content: string;
  mentioned_user_ids: number[];
  mentions_channel: boolean;
  message_type: ChatMessage['messageType'];
  metadata: ChatMessage['metadata'];
  thread_id: string | null;
  thread_seq: number | null;
  reply_count: number;
  last_thread_seq: number;
  last_reply_at: Date | null;
  replier_ids: number[];
  reply_to_id: string | null;
  reactions: ChatMessage['reactions'];
  attachments: StoredAttachment[];
  pinned_at: Date | null;
  edited_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  first_name: string;
  last_name: string;
  shown_name: string;
}

/** The columns of a `StoredMessage`, where `m` is the message and `u` its sender. */
export const messageColumns = sql`m.id, m.channel_id, m.seq, m.rev, m.client_msg_id, m.sender_id,
  m.content, m.mentioned_user_ids, m.mentions_channel, m.message_type, m.metadata, m.thread_id,
  m.thread_seq, m.reply_count, m.last_thread_seq, m.last_reply_at, m.replier_ids, m.reply_to_id,
  m.reactions, m.attachments, m.pinned_at, m.edited_at, m.deleted_at, m.created_at,
  u.first_name, u.last_name, u.shown_name`;

/** The current message of the channel. */
export async function findRow(
  db: Db<ChatTables>,
  channelId: string,
  messageId: string,
): Promise<StoredMessage | null> {
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
    where m.id = ${messageId} and m.channel_id = ${channelId}`.execute(db);
  return rows[0] ?? null;
}

export async function getRow(
  db: Db<ChatTables>,
  channelId: string,
  messageId: string,
): Promise<StoredMessage> {
  const row = await findRow(db, channelId, messageId);
  if (!row) throw notFound();
  return row;
}

export function toMessage(row: StoredMessage): ChatMessage {
  return {
    id: row.id,
    channelId: row.channel_id,
    seq: row.seq,
    rev: row.rev,
    clientMsgId: row.client_msg_id,
    senderId: row.sender_id,
    ...senderOf(row),
    content: row.content,
    messageType: row.message_type,
    metadata: metadataOf(row),
    threadId: row.thread_id,
    threadSeq: row.thread_seq,
    thread: threadOf(row),
    replyToId: row.reply_to_id,
    isPinned: row.pinned_at !== null,
    isStarred: false,
    editedAt: row.edited_at?.toISOString() ?? null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    mentions: mentionsIn(row.content),
    mentionedUserIds: row.mentioned_user_ids,
    mentionsChannel: row.mentions_channel,
    reactions: row.reactions.map(shortened),
    attachments: row.attachments.map(toAttachment),
    readBy: [],
    deliveredTo: [],
  };
}

function metadataOf({ metadata }: StoredMessage): ChatMessage['metadata'] {
  return metadata?.poll ? { ...metadata, poll: shortenedPoll(metadata.poll) } : metadata;
}

/** Limits the voter ids per option: thousands may vote, and every event and page would include them. */
function shortenedPoll(poll: Poll): Poll {
  if (poll.options.every(({ voters }) => voters.length <= shownVoters)) return poll;
  return {
    ...poll,
    options: poll.options.map(({ id, text, voters }) => ({
      id,
      text,
      voters: voters.slice(0, shownVoters),
      ...(voters.length > shownVoters && { count: voters.length }),
    })),
    voterCount: new Set(poll.options.flatMap(({ voters }) => voters)).size,
  };
}

/** Limits the user ids per reaction: thousands may react, and every event and page would include them. */
function shortened({ emoji, users }: Reaction): Reaction {
  if (users.length <= shownReactors) return { emoji, users };
  return { emoji, users: users.slice(0, shownReactors), count: users.length };
}

function threadOf(row: StoredMessage): ChatMessage['thread'] {
  if (!row.last_reply_at) return null;
  return {
    replyCount: row.reply_count,
    lastSeq: row.last_thread_seq,
    lastReplyAt: row.last_reply_at.toISOString(),
    replierIds: row.replier_ids,
  };
}

/** The sender's display name and initials. */
export function senderOf(person: Pick<StoredMessage, 'first_name' | 'last_name' | 'shown_name'>) {
  const { first_name: first, last_name: last } = person;
  const [initial = ''] = first;
  const [other = ''] = last;
  return {
    senderName: person.shown_name,
    senderInitials: `${initial}${other}`.toUpperCase(),
  };
}
