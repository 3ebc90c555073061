import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, message, time, utcInstant, version } from '../../../platform/contract/fields.ts';
import { clientEvent, serverEvent } from '../../../platform/contract/socket.ts';
import { attachment } from '../../attachments/contract.ts';
import { channelId, chatMessage, messageId, pageLimit, seq, unsent } from '../contract.ts';

const sequence = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/** Absolute counts of the user as of the channel's `lastSeq`. Capped at 100, shown as 99+. */
export const readState = z.object({
  channelId: z.string(),
  lastReadSeq: z.number(),
  /** Increases with every "mark unread"; a read with an older version is ignored. */
  version: z.number(),
  lastSeq: z.number(),
  /** Other people's messages after `lastReadSeq`, excluding deleted ones. */
  unread: z.number(),
  /** Those that mention the user or everyone in the channel. */
  mentions: z.number(),
});
export type ReadState = z.output<typeof readState>;

export const getUnread = endpoint({
  method: 'GET',
  path: '/api/chat/unread',
  summary: 'Unread counts of the user’s channels and threads, and the number of starred messages',
  access: 'signedIn',
  reply: z.object({
    channels: z.array(readState),
    /** Followed threads with unread replies. */
    threads: z.number(),
    /** Starred messages. */
    starred: z.number(),
  }),
});

export const markRead = endpoint({
  method: 'PUT',
  path: '/api/chat/read/:channelId',
  summary: 'Move the read pointer of a channel forward',
  access: 'signedIn',
  params: { channelId },
  body: { seq: sequence, version },
  reply: readState,
});

export const markUnread = endpoint({
  method: 'PUT',
  path: '/api/chat/unread/:channelId',
  summary: 'Mark a message and all after it as unread',
  access: 'signedIn',
  params: { channelId },
  body: { seq: sequence },
  reply: readState,
});

/** To the user's own sockets, after the pointer moved on any device. */
export const readStateChanged = serverEvent('read_state', readState.shape);

export const starMessage = endpoint({
  method: 'PUT',
  path: '/api/chat/messages/:channelId/:messageId/star',
  summary: 'Star a message, or remove the star',
  access: 'signedIn',
  params: { channelId, messageId },
  body: { starred: z.boolean() },
  reply: chatMessage,
});

export const listStarred = endpoint({
  method: 'GET',
  path: '/api/chat/starred',
  summary: 'The user’s starred messages they can still read, latest star first',
  access: 'signedIn',
  query: { offset: z._default(seq, 0) },
  reply: z.array(chatMessage),
});

export const messageStarred = serverEvent('message_starred', {
  channelId: z.string(),
  messageId: z.string(),
  starred: z.boolean(),
  /** The current number of starred messages. */
  count: z.number(),
});

/** Filters within a channel, combined with AND. */
export const filterMessages = endpoint({
  method: 'GET',
  path: '/api/chat/filter/:channelId',
  summary: 'A page of a channel’s messages that match all filters, oldest first',
  access: 'signedIn',
  params: { channelId },
  query: {
    before: z.optional(seq),
    limit: pageLimit,
    from: z.optional(utcInstant),
    to: z.optional(utcInstant),
    hasAttachments: z.optional(z.stringbool()),
    unreadOnly: z.optional(z.stringbool()),
    starredOnly: z.optional(z.stringbool()),
    mentionsMe: z.optional(z.stringbool()),
    fromUser: z.optional(idParam),
    messageType: z.optional(z.enum(['text', 'poll', 'system', 'card'])),
  },
  reply: z.array(chatMessage),
});

export const draft = z.object({
  channelId: z.string(),
  threadId: z.nullable(z.string()),
  content: z.string(),
  attachments: z.array(attachment),
  updatedAt: time,
});
export type ServerDraft = z.output<typeof draft>;

export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/chat/drafts',
  summary: 'The user’s drafts, latest first',
  access: 'signedIn',
  reply: z.array(draft),
});

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/chat/drafts',
  summary: 'Save a draft; blank without files deletes it',
  access: 'signedIn',
  /** `origin`: the tab that wrote it, so that the tab ignores its own event. */
  body: { ...unsent, origin: z._default(z.string().check(z.maxLength(64)), '') },
  reply: message,
});

export const draftChanged = serverEvent('draft_changed', { ...draft.shape, origin: z.string() });

/** Sent at most every three seconds while someone is typing; shown for five. Never stored. */
export const typingFrame = clientEvent('typing', {
  channelId,
  threadId: z.optional(z.nullable(messageId)),
});
export const typing = serverEvent('typing', {
  channelId: z.string(),
  threadId: z.nullable(z.string()),
  userId: z.number(),
});
