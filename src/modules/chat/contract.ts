import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { clientEvent, serverEvent } from '../../platform/contract/socket.ts';

export const messageMaxLength = 16_000;
export const historyPageSize = 50;

/** `general`, `sales`, …, or `dm-{lower}-{higher}` with two user ids (the same twice: notes to oneself). */
export const channelId = z.string().check(z.maxLength(64), z.regex(/^[a-z0-9][a-z0-9-]*$/));
/** Made by the sender, unique per sender forever: a send repeated with it is the same send. */
export const clientMsgId = z.uuid();
const seq = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

export const channelTypes = [
  'all',
  'sales',
  'service',
  'management',
  'integrations',
  'direct',
] as const;

export const channel = z.object({
  id: z.string(),
  type: z.enum(channelTypes),
  name: z.string(),
  description: z.string(),
  /** The newest message's place; 0 in an empty channel. */
  lastSeq: z.number(),
  /** Grows with every change: new message, edit, reaction. */
  lastRev: z.number(),
  lastMessageAt: z.nullable(z.string()),
  /** The other person of a direct channel. */
  userId: z.nullable(z.number()),
});
export type Channel = z.output<typeof channel>;

export const reaction = z.object({ emoji: z.string(), users: z.array(z.number()) });
export const attachment = z.object({
  id: z.string(),
  type: z.enum(['image', 'file']),
  url: z.string(),
  name: z.string(),
  size: z.number(),
  mimeType: z.string(),
});

/** The same bytes for every reader: nothing in it depends on who asks. */
export const chatMessage = z.object({
  id: z.string(),
  channelId: z.string(),
  /** Place in the channel: 1, 2, 3 … without holes. */
  seq: z.number(),
  /** The channel's revision that last touched this message. */
  rev: z.number(),
  clientMsgId: z.string(),
  senderId: z.number(),
  senderName: z.string(),
  senderInitials: z.string(),
  content: z.string(),
  messageType: z.literal('text'),
  metadata: z.nullable(z.record(z.string(), z.unknown())),
  threadId: z.nullable(z.string()),
  replyToId: z.nullable(z.string()),
  isPinned: z.boolean(),
  isStarred: z.boolean(),
  editedAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** The distinct @words of the content, without the @. */
  mentions: z.array(z.string()),
  /** The active people whose username was among them when it was written. */
  mentionedUserIds: z.array(z.number()),
  reactions: z.array(reaction),
  attachments: z.array(attachment),
  readBy: z.array(z.number()),
  deliveredTo: z.array(z.number()),
});
export type ChatMessage = z.output<typeof chatMessage>;

const send = {
  content: z
    .string()
    .check(z.maxLength(messageMaxLength, 'A message must be at most 16,000 characters long.')),
  messageType: z._default(z.literal('text'), 'text'),
  clientMsgId,
  /** Courtesy of older clients: must be the sender's own id. */
  senderId: z.optional(z.number()),
};

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/chat/channels',
  summary: 'The channels the person may read, direct ones included',
  access: 'signedIn',
  reply: z.array(channel),
});

const page = {
  before: z.optional(seq),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)),
    historyPageSize,
  ),
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
  summary: 'A page of a channel, oldest first: the newest, or those before a seq',
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
