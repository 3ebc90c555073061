import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, text } from '../../../platform/contract/fields.ts';
import { clientEvent, serverEvent } from '../../../platform/contract/socket.ts';
import {
  acceptsSensitive,
  channelId,
  chatMessage,
  clientMsgId,
  messageId,
  messageMaxLength,
  pageLimit,
  reaction,
} from '../contract.ts';
import { vote } from './messages/poll.ts';
import { urgent } from './messages/urgent.ts';

/** Distinct emoji per message; the number of people per emoji is not limited. */
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
  summary: 'Edit one of your messages; earlier versions are kept',
  access: 'signedIn',
  params,
  body: { content, acceptsSensitive },
  reply: chatMessage,
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/chat/messages/:channelId/:messageId',
  summary: 'Delete a message: its position stays, its text and files are removed',
  access: 'signedIn',
  params,
  reply: chatMessage,
});

export const listEdits = endpoint({
  method: 'GET',
  path: '/api/chat/messages/:channelId/:messageId/edits',
  summary: 'Earlier versions of a message, oldest first',
  access: 'signedIn',
  params,
  reply: z.array(z.object({ version: z.number(), content: z.string(), replacedAt: z.string() })),
});

export const pinMessage = endpoint({
  method: 'PUT',
  path: '/api/chat/messages/:channelId/:messageId/pin',
  summary: 'Pin a message to its channel, or unpin it',
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
  summary: 'Add or remove your reaction; repeating it changes nothing',
  access: 'signedIn',
  params,
  body: { emoji, action },
  reply: chatMessage,
});

export const listReactors = endpoint({
  method: 'GET',
  path: '/api/chat/messages/:channelId/:messageId/reactions',
  summary: 'A page of the people who reacted with an emoji, by id, after `after`',
  access: 'signedIn',
  params,
  query: { emoji, after: z.optional(idParam), limit: pageLimit },
  reply: z.array(z.object({ userId: z.number(), name: z.string() })),
});

export const listReaders = endpoint({
  method: 'GET',
  path: '/api/chat/messages/:channelId/:messageId/readers',
  summary: 'The other people who have read up to this message, by id',
  access: 'signedIn',
  params,
  reply: z.array(z.object({ userId: z.number() })),
});

export const forwardMessage = endpoint({
  method: 'POST',
  path: '/api/chat/messages/:channelId/:messageId/forward',
  summary: 'Forward a message and its files to another channel you can write in',
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
  summary: 'Create a poll in a channel',
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
  summary: 'Replace your votes; an empty list removes them',
  access: 'signedIn',
  params,
  body: { options: z.array(z.number().check(z.int(), z.minimum(1))).check(z.maxLength(10)) },
  reply: chatMessage,
});

export const listVoters = endpoint({
  method: 'GET',
  path: '/api/chat/polls/:channelId/:messageId/votes',
  summary: 'A page of the people who voted for a poll option, by id, after `after`',
  access: 'signedIn',
  params,
  query: { option: idParam, after: z.optional(idParam), limit: pageLimit },
  reply: z.array(z.object({ userId: z.number(), name: z.string() })),
});

export const closePoll = endpoint({
  method: 'POST',
  path: '/api/chat/polls/:channelId/:messageId/close',
  summary: 'Close one of your polls',
  access: 'signedIn',
  params,
  reply: chatMessage,
});

/** Without `action` it toggles, for older clients; a repeat then undoes the change. */
export const reactionFrame = clientEvent('message_reaction', {
  messageId,
  channelId,
  emoji,
  userId: z.optional(z.number()),
  action: z.optional(action),
});

const revision = { rev: z.number(), prevRev: z.number() };

/** The message's current reactions; `userId`, `emoji` and `action` describe the change. */
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

/** The current message after an edit, deletion, pin, vote or new reply. */
export const messageChanged = serverEvent('message_changed', {
  ...chatMessage.shape,
  prevRev: z.number(),
  /** The voter and their current votes, if this was a vote. */
  vote: z.optional(vote),
});
export type MessageChanged = z.output<(typeof messageChanged)['data']>;
