import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { type RecordRef, recordCard, recordId, recordKind } from '../../records/contract.ts';
import { messageId } from '../contract.ts';
import { channel } from './channels.ts';

/** The channel id of a record's conversation, whether or not it exists yet. */
export const recordChannelId = ({ kind, id }: RecordRef): string =>
  `rec-${kind.replace('_', '-')}-${id}`;

// Not a schema: schemas do not run in the browser.
const recordChannel =
  /^rec-(vehicle|customer|deal|repair-order)-(?=.{1,40}$)([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** The record a channel belongs to; null for other channels. */
export function recordOfChannel(channelId: string): RecordRef | null {
  const [, kind, id] = recordChannel.exec(channelId) ?? [];
  return kind && id ? { kind: kind.replace('-', '_') as RecordRef['kind'], id } : null;
}

const params = { kind: recordKind, id: recordId };

export const openRecordChannel = endpoint({
  method: 'POST',
  path: '/api/chat/records/:kind/:id/conversation',
  summary: 'Open the conversation of a record the user can see, creating it if needed',
  access: 'signedIn',
  params,
  reply: channel,
});

/** A message that mentions a record, for users who can read the message. */
export const recordMention = z.object({
  messageId: z.string(),
  channelId: z.string(),
  /** Blank for direct and group messages, which are named after their people. */
  channelName: z.string(),
  /** Null for a reply that stays in its thread. */
  seq: z.nullable(z.number()),
  threadId: z.nullable(z.string()),
  senderId: z.number(),
  senderName: z.string(),
  /** The beginning of the message. */
  excerpt: z.string(),
  createdAt: z.string(),
});
export type RecordMention = z.output<typeof recordMention>;

export const mentionsPageSize = 20;

export const listRecordMentions = endpoint({
  method: 'GET',
  path: '/api/chat/records/:kind/:id/mentions',
  summary: 'A record, and messages that mention it outside its own conversation, latest first',
  access: 'signedIn',
  params,
  query: {
    /** The previous page's last message. */
    after: z.optional(messageId),
  },
  reply: z.object({
    card: z.nullable(recordCard),
    mentions: z.array(recordMention),
    hasMore: z.boolean(),
  }),
});
