import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { version } from '../../../platform/contract/fields.ts';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { chatMessage, messageId, pageLimit, seq } from '../contract.ts';

/** Absolute counts of the user. Capped at 100, shown as 99+. */
export const threadState = z.object({
  threadId: z.string(),
  channelId: z.string(),
  following: z.boolean(),
  lastReadSeq: z.number(),
  /** Increases with every "mark unread"; a read with an older version is ignored. */
  version: z.number(),
  lastSeq: z.number(),
  /** Other people's replies after `lastReadSeq`. */
  unread: z.number(),
});
export type ThreadState = z.output<typeof threadState>;

export const thread = z.object({
  root: chatMessage,
  /** Oldest first; in the inbox only the last three. */
  replies: z.array(chatMessage),
  state: threadState,
});
export type Thread = z.output<typeof thread>;

export const listThreads = endpoint({
  method: 'GET',
  path: '/api/chat/threads',
  summary: 'The threads the user follows: unread first, then by latest reply',
  access: 'signedIn',
  /** An offset rather than a cursor: the inbox is short and its order changes. */
  query: { offset: z._default(seq, 0), unreadOnly: z._default(z.stringbool(), false) },
  reply: z.array(thread),
});

export const getThread = endpoint({
  method: 'GET',
  path: '/api/chat/threads/:messageId',
  summary:
    'A thread: its root message and a page of replies, the newest or those before a position',
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
  summary: 'Move the read pointer of a thread forward',
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
 * To the user's own sockets, when they changed their thread state, or began to follow a thread because
 * it mentions them or replies to their message.
 */
export const threadStateChanged = serverEvent('thread_state', threadState.shape);

/** To the sockets of the others who follow a thread: it has a new reply, which may be unread. */
export const threadReplied = serverEvent('thread_replied', { threadId: z.string() });
