import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { clientEvent, serverEvent } from '../../platform/contract/socket.ts';
import { attachment } from '../attachments/contract.ts';
import { poll } from './contract/messages/poll.ts';
import { type Urgent, urgent } from './contract/messages/urgent.ts';

export { type Urgent, urgent };

/** The sender was warned of customer data and sends it anyway; logged by kind. */
export const acceptsSensitive = z.optional(z.boolean());

export const messageMaxLength = 16_000;
export const historyPageSize = 50;

/** `general`, `sales`, …, or `dm-{lower}-{higher}` with two user ids (the same id twice: notes to self). */
export const channelId = z.string().check(z.maxLength(64), z.regex(/^[a-z0-9][a-z0-9-]*$/));
/** The id of the direct channel of two people, the same for both; with the same id twice, notes to self. */
export function directChannelId(oneId: number, otherId: number): string {
  return `dm-${Math.min(oneId, otherId)}-${Math.max(oneId, otherId)}`;
}

/** Idempotency key chosen by the sender, unique per sender forever. */
export const clientMsgId = z.uuid();
export const messageId = z.uuid();
export const channelTypes = [
  'all',
  'sales',
  'service',
  'management',
  'integrations',
  'direct',
  'public',
  'private',
  'group',
  'team',
  'record',
] as const;
export const pageLimit = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)),
  historyPageSize,
);
export const seq = z.coerce
  .number()
  .check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/** At most this many user ids are sent with a reaction; `listReactors` pages through all of them. */
export const shownReactors = 20;
export const reaction = z.object({
  emoji: z.string(),
  /** In the order they reacted. */
  users: z.array(z.number()),
  /** The total, when it exceeds `users`. */
  count: z.optional(z.number()),
  /** With `count`, over HTTP only: whether the requesting user is one of them. */
  mine: z.optional(z.boolean()),
});
export type Reaction = z.output<typeof reaction>;

/** The chat a message was imported from. An administrator imported it; its author did not send it here. */
export const importedFrom = z.enum(['slack', 'mattermost']);
export type ImportedFrom = z.output<typeof importedFrom>;
const imported = z.object({ from: importedFrom });

/**
 * A forwarded message's content at the time of forwarding; the link works for anyone who can read its
 * channel.
 */
const forwarded = z.object({
  messageId: z.string(),
  channelId: z.string(),
  senderId: z.number(),
  senderName: z.string(),
  content: z.string(),
  createdAt: z.string(),
  imported: z.optional(imported),
});

/** Identical for every reader in socket events; over HTTP `isStarred` is the requesting user's. */
export const chatMessage = z.object({
  id: z.string(),
  channelId: z.string(),
  /**
   * Position in the channel's timeline: 1, 2, 3 … without gaps; null for a reply that is only in its
   * thread.
   */
  seq: z.nullable(z.number()),
  /** The channel's revision that last touched this message. */
  rev: z.number(),
  clientMsgId: z.string(),
  senderId: z.number(),
  senderName: z.string(),
  senderInitials: z.string(),
  /** Empty once deleted, and when only files were sent. */
  content: z.string(),
  /** `card`: posted by another module; its part in `metadata.parts` holds the content. */
  messageType: z.enum(['text', 'poll', 'system', 'card']),
  metadata: z.nullable(
    z.object({
      poll: z.optional(poll),
      forwarded: z.optional(forwarded),
      imported: z.optional(imported),
      /** Set by the sender when posting; cannot be added later. */
      urgent: z.optional(z.object({ reason: z.string() })),
      /** Data other modules attach to the message, by module name; the shape is in their contracts. */
      parts: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
  /** The root message of the thread this replies in. */
  threadId: z.nullable(z.string()),
  /** Position in the thread: 1, 2, 3 … */
  threadSeq: z.nullable(z.number()),
  /** The thread under this message; null when it has no replies. */
  thread: z.nullable(
    z.object({
      replyCount: z.number(),
      lastSeq: z.number(),
      lastReplyAt: z.string(),
      /** The most recent repliers, latest first, at most five. */
      replierIds: z.array(z.number()),
    }),
  ),
  replyToId: z.nullable(z.string()),
  isPinned: z.boolean(),
  isStarred: z.boolean(),
  editedAt: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** The distinct @words of the content, without the @. */
  mentions: z.array(z.string()),
  /** The mentioned users: by username, or via @here and @on-duty as of posting. */
  mentionedUserIds: z.array(z.number()),
  /** Mentions everyone in the channel. */
  mentionsChannel: z.boolean(),
  reactions: z.array(reaction),
  attachments: z.array(attachment),
  readBy: z.array(z.number()),
  deliveredTo: z.array(z.number()),
});
export type ChatMessage = z.output<typeof chatMessage>;

export const maxAttachments = 10;

const send = {
  /** May be blank when files are attached. */
  content: z
    .string()
    .check(z.maxLength(messageMaxLength, 'A message must be at most 16,000 characters long.')),
  messageType: z._default(z.literal('text'), 'text'),
  clientMsgId,
  /** Sent by older clients; must be the sender's own id. */
  senderId: z.optional(z.number()),
  /** Replies in this message's thread. */
  threadId: z.optional(z.nullable(messageId)),
  /** Also shows the reply in the channel's timeline. */
  alsoToChannel: z.optional(z.boolean()),
  /** Quotes a message of the same channel. */
  replyToId: z.optional(z.nullable(messageId)),
  /** Uploads of the sender. */
  attachmentIds: z.optional(
    z.array(z.uuid()).check(z.maxLength(maxAttachments, 'A message must have at most 10 files.')),
  ),
  urgent: z.optional(urgent),
  acceptsSensitive,
};

/** What is written but not sent: a draft, or a message to be sent later. */
export const unsent = {
  channelId,
  threadId: z._default(z.nullable(messageId), null),
  content: z.string().check(z.maxLength(messageMaxLength)),
  attachmentIds: z._default(z.array(z.uuid()).check(z.maxLength(maxAttachments)), []),
};

/** At most one of `before`, `after` and `around`. */
const page = {
  before: z.optional(seq),
  after: z.optional(seq),
  around: z.optional(seq),
  limit: pageLimit,
};

export const listGeneralMessages = endpoint({
  method: 'GET',
  path: '/api/chat/messages',
  summary: 'The newest messages of the general feed, oldest first',
  access: 'signedIn',
  query: page,
  reply: z.array(chatMessage),
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/chat/messages/:channelId',
  summary:
    'A page of a channel, oldest first: the newest, those before or after a seq, or those around one',
  access: 'signedIn',
  params: { channelId },
  query: page,
  reply: z.array(chatMessage),
});

export const postMessage = endpoint({
  method: 'POST',
  path: '/api/chat/messages/:channelId',
  summary: 'Post a message; repeating a clientMsgId returns the message already stored',
  access: 'signedIn',
  params: { channelId },
  body: send,
  reply: chatMessage,
  status: 201,
});

/** Changes in one channel after a revision. `reset`: too many to list, `messages` is the newest page. */
export const channelChanges = z.object({
  channelId: z.string(),
  lastSeq: z.number(),
  lastRev: z.number(),
  reset: z.boolean(),
  messages: z.array(chatMessage),
});
export type ChannelChanges = z.output<typeof channelChanges>;

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/chat/changes/:channelId',
  summary: 'What changed in a channel after a revision, in order',
  access: 'signedIn',
  params: { channelId },
  query: { since: seq },
  reply: channelChanges,
});

export const syncChannels = endpoint({
  method: 'POST',
  path: '/api/chat/sync',
  summary:
    'After a reconnect: what changed in each channel since the revision the client holds; a hundred channels at a time, the latest first',
  access: 'signedIn',
  body: {
    channels: z.record(channelId, z.number().check(z.int(), z.minimum(0))),
    /** Only the channels named; otherwise also the newest page of all others of the user. */
    onlyKnown: z.optional(z.boolean()),
  },
  reply: z.object({ channels: z.array(channelChanges) }),
});

export const chatMessageFrame = clientEvent('chat_message', {
  ...send,
  channelId,
  /** Older clients omit it: the server generates one, and a repeat is a new message. */
  clientMsgId: z.optional(clientMsgId),
});

/** Sent to every reader and to every socket of the sender, where it acts as the acknowledgement. */
export const newMessage = serverEvent('new_message', {
  ...chatMessage.shape,
  /** The channel's previous revision: if the client is not at it, it missed an event. */
  prevRev: z.number(),
});
export type NewMessage = z.output<(typeof newMessage)['data']>;
