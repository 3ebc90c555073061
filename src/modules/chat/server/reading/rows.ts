import { sql } from 'kysely';
import type { ChatMessage } from '../../contract.ts';
import { mentionsIn } from '../posting/mentions.ts';

/** A message with its sender's name as it is now. */
export interface MessageRow {
  id: string;
  channel_id: string;
  seq: number;
  rev: number;
  client_msg_id: string;
  sender_id: number;
  content: string;
  mentioned_user_ids: number[];
  created_at: Date;
  first_name: string;
  last_name: string;
}

/** What a `MessageRow` is made of, where `m` is the message and `u` its sender. */
export const messageColumns = sql`m.id, m.channel_id, m.seq, m.rev, m.client_msg_id, m.sender_id,
  m.content, m.mentioned_user_ids, m.created_at, u.first_name, u.last_name`;

export function toMessage(row: MessageRow): ChatMessage {
  return {
    id: row.id,
    channelId: row.channel_id,
    seq: row.seq,
    rev: row.rev,
    clientMsgId: row.client_msg_id,
    senderId: row.sender_id,
    ...senderOf(row),
    content: row.content,
    messageType: 'text',
    metadata: null,
    threadId: null,
    replyToId: null,
    isPinned: false,
    isStarred: false,
    editedAt: null,
    createdAt: row.created_at.toISOString(),
    mentions: mentionsIn(row.content),
    mentionedUserIds: row.mentioned_user_ids,
    reactions: [],
    attachments: [],
    readBy: [],
    deliveredTo: [],
  };
}

/** How a sender is shown. */
export function senderOf(person: Pick<MessageRow, 'first_name' | 'last_name'>) {
  const { first_name: first, last_name: last } = person;
  const [initial = ''] = first;
  const [other = ''] = last;
  return {
    senderName: `${first} ${last}`,
    senderInitials: `${initial}${other}`.toUpperCase(),
  };
}
