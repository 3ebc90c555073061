import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { version } from '../../../platform/contract/fields.ts';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { chatMessage, messageId, pageLimit, seq } from '../contract.ts';

/** Absolute, the person's own. Numbers stop at 100: more is shown as 99+. */
export const threadState = z.object({
  threadId: z.string(),
  channelId: z.string(),
  following: z.boolean(),
  lastReadSeq: z.number(),
  /** Grows with every "mark unread": a read of an older version changes nothing. */
  version: z.number(),
  lastSeq: z.number(),
  /** Replies of others after `lastReadSeq`. */
  unread: z.number(),
});
export type ThreadState = z.output<typeof threadState>;

export const thread = z.object({
  root: chatMessage,
  /** Oldest first; in the inbox the last three. */
  replies: z.array(chatMessage),
  state: threadState,
});
export type Thread = z.output<typeof thread>;

export const listThreads = endpoint({
  method: 'GET',
  path: '/api/chat/threads',
  summary: 'The threads the person follows, with unread ones first, then by the latest reply',
  access: 'signedIn',
  /** How many to skip: the inbox is short, and its order changes. */
  query: { offset: z._default(seq, 0), unreadOnly: z._default(z.stringbool(), false) },
  reply: z.array(thread),
});

export const getThread = endpoint({
  method: 'GET',
  path: '/api/chat/threads/:messageId',
  summary: 'A thread: its first message and a page of replies, the newest or those before a place',
  access: 'signedIn',
  params: { messageId },
  query: {
    before: z.optional(seq),
    limit: pageLimit,
  },
  reply: thread,
});

export const readThread = endpoint({
  method: 'PUT',
  path: '/api/chat/threads/:messageId/read',
  summary: 'Tell how far one has read a thread',
  access: 'signedIn',
  params: { messageId },
  body: { seq: z.number().check(z.int(), z.minimum(0)), version },
  reply: threadState,
});

export const followThread = endpoint({
  method: 'PUT',
  path: '/api/chat/threads/:messageId/following',
  summary: 'Follow a thread, or stop',
  access: 'signedIn',
  params: { messageId },
  body: { following: z.boolean() },
  reply: threadState,
});

/**
 * To the person's own sockets, whenever their state of a thread changed by their own doing, or they began
 * to follow it because it names them or hangs on their message.
 */
export const threadStateChanged = serverEvent('thread_state', threadState.shape);
