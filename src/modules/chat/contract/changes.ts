import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, text } from '../../../platform/contract/fields.ts';
import { clientEvent, serverEvent } from '../../../platform/contract/socket.ts';
import {
  channelId,
  chatMessage,
  clientMsgId,
  messageId,
  messageMaxLength,
  pageLimit,
  reaction,
} from '../contract.ts';
import { acceptsSensitive } from './guard.ts';
import { vote } from './messages/poll.ts';
import { urgent } from './messages/urgent.ts';

/** Different emoji on one message; how many people choose each is not limited. */
export const maxEmojiPerMessage = 30;

const params = { channelId, messageId };
const content = z
  .string()
  .check(z.maxLength(messageMaxLength, 'A message must be at most 16,000 characters long.'));

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/chat/messages/:channelId/:messageId',
  summary: 'One message, for a link to it',
  access: 'signedIn',
  params,
  reply: chatMessage,
});

export const editMessage = endpoint({
  method: 'PATCH',
  path: '/api/chat/messages/:channelId/:messageId',
  summary: 'Say something else in a message of one’s own; what it said before is kept',
  access: 'signedIn',
  params,
  body: { content, acceptsSensitive },
  reply: chatMessage,
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/chat/messages/:channelId/:messageId',
  summary: 'Take a message back: its place stays, its words and files go',
  access: 'signedIn',
  params,
  reply: chatMessage,
});

export const listEdits = endpoint({
  method: 'GET',
  path: '/api/chat/messages/:channelId/:messageId/edits',
  summary: 'What a message said before, oldest first',
  access: 'signedIn',
  params,
  reply: z.array(z.object({ version: z.number(), content: z.string(), replacedAt: z.string() })),
});

export const pinMessage = endpoint({
  method: 'PUT',
  path: '/api/chat/messages/:channelId/:messageId/pin',
  summary: 'Pin a message to its channel, or take it off',
  access: 'signedIn',
  params,
  body: { pinned: z.boolean() },
  reply: chatMessage,
});

export const listPins = endpoint({
  method: 'GET',
  path: '/api/chat/pins/:channelId',
  summary: 'The pinned messages of a channel, the latest pin first',
  access: 'signedIn',
  params: { channelId },
  reply: z.array(chatMessage),
});

const emoji = z.string().check(z.minLength(1), z.maxLength(32));
const action = z.enum(['add', 'remove']);

export const reactToMessage = endpoint({
  method: 'PUT',
  path: '/api/chat/messages/:channelId/:messageId/reactions',
  summary: 'Add or remove one’s own reaction; repeating it changes nothing',
  access: 'signedIn',
  params,
  body: { emoji, action },
  reply: chatMessage,
});

export const listReactors = endpoint({
  method: 'GET',
  path: '/api/chat/messages/:channelId/:messageId/reactions',
  summary: 'A page of who chose an emoji, by id; those behind `after`',
  access: 'signedIn',
  params,
  query: { emoji, after: z.optional(idParam), limit: pageLimit },
  reply: z.array(z.object({ userId: z.number(), name: z.string() })),
});

export const listReaders = endpoint({
  method: 'GET',
  path: '/api/chat/messages/:channelId/:messageId/readers',
  summary: 'Who of the others has read this far, by id',
  access: 'signedIn',
  params,
  reply: z.array(z.object({ userId: z.number() })),
});

export const forwardMessage = endpoint({
  method: 'POST',
  path: '/api/chat/messages/:channelId/:messageId/forward',
  summary: 'Post a message, its files included, in another channel one may write in',
  access: 'signedIn',
  params,
  body: {
    toChannelId: channelId,
    clientMsgId,
    comment: z._default(content, ''),
    urgent: z.optional(urgent),
    acceptsSensitive,
  },
  reply: chatMessage,
  status: 201,
});

const option = text(200);

export const createPoll = endpoint({
  method: 'POST',
  path: '/api/chat/polls/:channelId',
  summary: 'Ask the people of a channel',
  access: 'signedIn',
  params: { channelId },
  body: {
    clientMsgId,
    question: text(1_000),
    options: z
      .array(option)
      .check(
        z.minLength(2, 'A poll must have at least two options.'),
        z.maxLength(10, 'A poll must have at most 10 options.'),
      ),
    multiple: z._default(z.boolean(), false),
    urgent: z.optional(urgent),
    acceptsSensitive,
  },
  reply: chatMessage,
  status: 201,
});

export const votePoll = endpoint({
  method: 'PUT',
  path: '/api/chat/polls/:channelId/:messageId/vote',
  summary: 'Set one’s own votes, all of them; none takes them back',
  access: 'signedIn',
  params,
  body: { options: z.array(z.number().check(z.int(), z.minimum(1))).check(z.maxLength(10)) },
  reply: chatMessage,
});

export const listVoters = endpoint({
  method: 'GET',
  path: '/api/chat/polls/:channelId/:messageId/votes',
  summary: 'A page of who chose an option of a poll, by id; those behind `after`',
  access: 'signedIn',
  params,
  query: { option: idParam, after: z.optional(idParam), limit: pageLimit },
  reply: z.array(z.object({ userId: z.number(), name: z.string() })),
});

export const closePoll = endpoint({
  method: 'POST',
  path: '/api/chat/polls/:channelId/:messageId/close',
  summary: 'End a poll of one’s own',
  access: 'signedIn',
  params,
  reply: chatMessage,
});

/** Without `action` it toggles, for older clients: a repeat of that undoes itself. */
export const reactionFrame = clientEvent('message_reaction', {
  messageId,
  channelId,
  emoji,
  userId: z.optional(z.number()),
  action: z.optional(action),
});

const revision = { rev: z.number(), prevRev: z.number() };

/** The message's reactions as they are now; `userId`, `emoji` and `action` say what changed. */
export const messageReaction = serverEvent('message_reaction', {
  messageId: z.string(),
  channelId: z.string(),
  userId: z.number(),
  emoji: z.string(),
  action,
  reactions: z.array(reaction),
  ...revision,
});
export type MessageReaction = z.output<(typeof messageReaction)['data']>;

/** Edited, deleted, pinned, voted on, or its thread grew: the message as it is now. */
export const messageChanged = serverEvent('message_changed', {
  ...chatMessage.shape,
  prevRev: z.number(),
  /** Whose votes it changed, and what they are now. */
  vote: z.optional(vote),
});
export type MessageChanged = z.output<(typeof messageChanged)['data']>;
