import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { clientEvent, serverEvent } from '../../platform/contract/socket.ts';
import { acceptsSensitive } from './contract/guard.ts';
import { poll } from './contract/messages/poll.ts';
import { urgent } from './contract/messages/urgent.ts';

export const messageMaxLength = 16_000;
export const historyPageSize = 50;

/** `general`, `sales`, …, or `dm-{lower}-{higher}` with two user ids (the same twice: notes to oneself). */
export const channelId = z.string().check(z.maxLength(64), z.regex(/^[a-z0-9][a-z0-9-]*$/));
/** Made by the sender, unique per sender forever: a send repeated with it is the same send. */
export const clientMsgId = z.uuid();
export const messageId = z.uuid();
export const pageLimit = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)),
  historyPageSize,
);
export const seq = z.coerce
  .number()
  .check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/** So many people of a reaction are named by their ids; `listReactors` names the rest. */
export const shownReactors = 20;
export const reaction = z.object({
  emoji: z.string(),
  /** Who chose it first stands first. */
  users: z.array(z.number()),
  /** How many chose it, where that is more than `users` names. */
  count: z.optional(z.number()),
  /** Beside `count`, over HTTP: whether the asker is one of them. */
  mine: z.optional(z.boolean()),
});
export type Reaction = z.output<typeof reaction>;
export const attachment = z.object({
  id: z.string(),
  type: z.enum(['image', 'file']),
  url: z.string(),
  /** A smaller picture of it; null where there is none. */
  thumbnailUrl: z.nullable(z.string()),
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  mimeType: z.string(),
  /** In pixels, of pictures. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Of a voice note, as its recorder measured it. */
  durationMs: z.nullable(z.number()),
});
export type Attachment = z.output<typeof attachment>;

/** The other chat a message was imported from: an administrator brought it in, its author did not send it here. */
export const importedFrom = z.enum(['slack', 'mattermost']);
export type ImportedFrom = z.output<typeof importedFrom>;
const imported = z.object({ from: importedFrom });

/** What a forwarded message said when it was forwarded; the link works for who may read its channel. */
const forwarded = z.object({
  messageId: z.string(),
  channelId: z.string(),
  senderId: z.number(),
  senderName: z.string(),
  content: z.string(),
  createdAt: z.string(),
  imported: z.optional(imported),
});

/** The same bytes for every reader in frames; over HTTP `isStarred` is the asker's own. */
export const chatMessage = z.object({
  id: z.string(),
  channelId: z.string(),
  /** Place in the channel's timeline: 1, 2, 3 … without holes; null for a reply only in its thread. */
  seq: z.nullable(z.number()),
  /** The channel's revision that last touched this message. */
  rev: z.number(),
  clientMsgId: z.string(),
  senderId: z.number(),
  senderName: z.string(),
  senderInitials: z.string(),
  /** Empty once deleted, and where only files were sent. */
  content: z.string(),
  /** `card`: written by another room of the house, whose part says what it is. */
  messageType: z.enum(['text', 'poll', 'system', 'card']),
  metadata: z.nullable(
    z.object({
      poll: z.optional(poll),
      forwarded: z.optional(forwarded),
      imported: z.optional(imported),
      /** Its sender said that it cannot wait; said with the message, and never of it later. */
      urgent: z.optional(z.object({ reason: z.string() })),
      /** What other rooms hang on the message, by their name; its form is in their contract. */
      parts: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
  /** The message whose thread this is a reply in. */
  threadId: z.nullable(z.string()),
  /** Place in the thread: 1, 2, 3 … */
  threadSeq: z.nullable(z.number()),
  /** What hangs on this message; null: nothing yet. */
  thread: z.nullable(
    z.object({
      replyCount: z.number(),
      lastSeq: z.number(),
      lastReplyAt: z.string(),
      /** Who replied last, the latest first, at most five. */
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
  /** The people it names: by username, or as present or on duty when it was written. */
  mentionedUserIds: z.array(z.number()),
  /** It names everybody in the channel. */
  mentionsChannel: z.boolean(),
  reactions: z.array(reaction),
  attachments: z.array(attachment),
  readBy: z.array(z.number()),
  deliveredTo: z.array(z.number()),
});
export type ChatMessage = z.output<typeof chatMessage>;

export const maxAttachments = 10;

const send = {
  /** May be blank where files are attached. */
  content: z
    .string()
    .check(z.maxLength(messageMaxLength, 'A message must be at most 16,000 characters long.')),
  messageType: z._default(z.literal('text'), 'text'),
  clientMsgId,
  /** Courtesy of older clients: must be the sender's own id. */
  senderId: z.optional(z.number()),
  /** Replies in this message's thread. */
  threadId: z.optional(z.nullable(messageId)),
  /** A reply that stands in the channel's timeline too. */
  alsoToChannel: z.optional(z.boolean()),
  /** Quotes a message of the same channel. */
  replyToId: z.optional(z.nullable(messageId)),
  /** Files the sender has uploaded. */
  attachmentIds: z.optional(
    z.array(z.uuid()).check(z.maxLength(maxAttachments, 'A message must have at most 10 files.')),
  ),
  urgent: z.optional(urgent),
  acceptsSensitive,
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
  summary: 'Post a message; the same clientMsgId again answers the message already stored',
  access: 'signedIn',
  params: { channelId },
  body: send,
  reply: chatMessage,
  status: 201,
});

/** What happened in one channel after a revision. `reset`: too much to list, `messages` is the newest page. */
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
  body: { channels: z.record(channelId, z.number().check(z.int(), z.minimum(0))) },
  reply: z.object({ channels: z.array(channelChanges) }),
});

export const chatMessageFrame = clientEvent('chat_message', {
  ...send,
  channelId,
  /** Older clients send none; then the server makes one, and a repeat is another message. */
  clientMsgId: z.optional(clientMsgId),
});

/** Goes to every reader and to every socket of the sender, where it is the acknowledgement. */
export const newMessage = serverEvent('new_message', {
  ...chatMessage.shape,
  /** The channel's revision before this one: if it is not the reader's, something was missed. */
  prevRev: z.number(),
});
export type NewMessage = z.output<(typeof newMessage)['data']>;
