import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, message, time, utcInstant, version } from '../../../platform/contract/fields.ts';
import { clientEvent, serverEvent } from '../../../platform/contract/socket.ts';
import {
  attachment,
  channelId,
  chatMessage,
  maxAttachments,
  messageId,
  messageMaxLength,
  pageLimit,
  seq,
} from '../contract.ts';
import { acceptsSensitive } from './guard.ts';
import { urgent } from './messages/urgent.ts';

const sequence = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/** Absolute, the person's own, as of the channel's `lastSeq`. Numbers stop at 100: more is 99+. */
export const readState = z.object({
  channelId: z.string(),
  lastReadSeq: z.number(),
  /** Grows with every "mark unread": a read of an older version changes nothing. */
  version: z.number(),
  lastSeq: z.number(),
  /** Messages of others after `lastReadSeq` that were not deleted. */
  unread: z.number(),
  /** Those of them that name the person, or everybody in the channel. */
  mentions: z.number(),
});
export type ReadState = z.output<typeof readState>;

export const getUnread = endpoint({
  method: 'GET',
  path: '/api/chat/unread',
  summary:
    'What the person has not read: each of their channels, their threads; and what they starred',
  access: 'signedIn',
  reply: z.object({
    channels: z.array(readState),
    /** Followed threads with replies not yet read. */
    threads: z.number(),
    /** Starred messages. */
    starred: z.number(),
  }),
});

export const markRead = endpoint({
  method: 'PUT',
  path: '/api/chat/read/:channelId',
  summary: 'Tell how far one has read; the pointer only moves forward',
  access: 'signedIn',
  params: { channelId },
  body: { seq: sequence, version },
  reply: readState,
});

export const markUnread = endpoint({
  method: 'PUT',
  path: '/api/chat/unread/:channelId',
  summary: 'Count a message and all after it as unread again',
  access: 'signedIn',
  params: { channelId },
  body: { seq: sequence },
  reply: readState,
});

/** To the person's own sockets, after their pointer moved on any device. */
export const readStateChanged = serverEvent('read_state', readState.shape);

export const starMessage = endpoint({
  method: 'PUT',
  path: '/api/chat/messages/:channelId/:messageId/star',
  summary: 'Keep a message for oneself, or let it go',
  access: 'signedIn',
  params: { channelId, messageId },
  body: { starred: z.boolean() },
  reply: chatMessage,
});

export const listStarred = endpoint({
  method: 'GET',
  path: '/api/chat/starred',
  summary: 'The messages the person starred and may still read, the latest star first',
  access: 'signedIn',
  query: { offset: z._default(seq, 0) },
  reply: z.array(chatMessage),
});

export const messageStarred = serverEvent('message_starred', {
  channelId: z.string(),
  messageId: z.string(),
  starred: z.boolean(),
  /** How many are starred now. */
  count: z.number(),
});

/** The filters of a conversation; each one given narrows the answer. */
export const filterMessages = endpoint({
  method: 'GET',
  path: '/api/chat/filter/:channelId',
  summary: 'Messages of a channel that pass all the filters given, a page, oldest first',
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

const written = {
  channelId,
  threadId: z._default(z.nullable(messageId), null),
  content: z.string().check(z.maxLength(messageMaxLength)),
  attachmentIds: z._default(z.array(z.uuid()).check(z.maxLength(maxAttachments)), []),
};

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
  summary: 'What the person has begun to write, the latest first',
  access: 'signedIn',
  reply: z.array(draft),
});

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/chat/drafts',
  summary: 'Keep what is being written; blank without files forgets it',
  access: 'signedIn',
  /** `origin`: which tab wrote it, so that it does not take its own words for another’s. */
  body: { ...written, origin: z._default(z.string().check(z.maxLength(64)), '') },
  reply: message,
});

export const draftChanged = serverEvent('draft_changed', { ...draft.shape, origin: z.string() });

export const scheduledMessage = z.object({
  id: z.string(),
  channelId: z.string(),
  threadId: z.nullable(z.string()),
  content: z.string(),
  attachments: z.array(attachment),
  sendAt: time,
  /** It cannot wait once it is sent; it counts among the hour's when it goes. */
  urgent: z.nullable(z.object({ reason: z.string() })),
  /** Why it could not be sent when its time came; null while it waits. */
  failure: z.nullable(z.string()),
});
export type ScheduledMessage = z.output<typeof scheduledMessage>;

const sendAt = utcInstant;

export const listScheduled = endpoint({
  method: 'GET',
  path: '/api/chat/scheduled',
  summary: 'What the person will send later, and what could not be sent, the earliest first',
  access: 'signedIn',
  reply: z.array(scheduledMessage),
});

export const scheduleMessage = endpoint({
  method: 'POST',
  path: '/api/chat/scheduled',
  summary: 'Send a message later; the same id again answers what is stored',
  access: 'signedIn',
  body: { ...written, id: z.uuid(), sendAt, urgent: z.optional(urgent), acceptsSensitive },
  reply: scheduledMessage,
  status: 201,
});

export const changeScheduled = endpoint({
  method: 'PATCH',
  path: '/api/chat/scheduled/:scheduledId',
  summary: 'Change the words or the time of what waits to be sent, or whether it is urgent',
  access: 'signedIn',
  params: { scheduledId: z.uuid() },
  body: {
    content: z.optional(written.content),
    sendAt: z.optional(sendAt),
    urgent: z.optional(urgent),
    acceptsSensitive,
  },
  reply: scheduledMessage,
});

export const cancelScheduled = endpoint({
  method: 'DELETE',
  path: '/api/chat/scheduled/:scheduledId',
  summary: 'Not send it after all',
  access: 'signedIn',
  params: { scheduledId: z.uuid() },
  reply: message,
});

/** The list of scheduled messages is to be asked for again. */
export const scheduledChanged = serverEvent('scheduled_changed', {});

/** Sent at most every three seconds while somebody writes; shown for five. Never stored. */
export const typingFrame = clientEvent('typing', {
  channelId,
  threadId: z.optional(z.nullable(messageId)),
});
export const typing = serverEvent('typing', {
  channelId: z.string(),
  threadId: z.nullable(z.string()),
  userId: z.number(),
});
