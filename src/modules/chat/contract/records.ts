import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { type RecordRef, recordCard, recordId, recordKind } from '../../records/contract.ts';
import { messageId } from '../contract.ts';
import { channel } from './channels.ts';

/** The id of a record's conversation, whether or not it has begun. */
export const recordChannelId = ({ kind, id }: RecordRef): string =>
  `rec-${kind.replace('_', '-')}-${id}`;

// By hand: schemas are not run in the browser.
const recordChannel =
  /^rec-(vehicle|customer|deal|repair-order)-(?=.{1,40}$)([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** The record whose conversation a channel is; null: of none. */
export function recordOfChannel(channelId: string): RecordRef | null {
  const [, kind, id] = recordChannel.exec(channelId) ?? [];
  return kind && id ? { kind: kind.replace('-', '_') as RecordRef['kind'], id } : null;
}

const params = { kind: recordKind, id: recordId };

export const openRecordChannel = endpoint({
  method: 'POST',
  path: '/api/chat/records/:kind/:id/conversation',
  summary: 'The conversation of a record the person may see, begun where there is none',
  access: 'signedIn',
  params,
  reply: channel,
});

/** Where a message says something of a record, for whoever may read that message. */
export const recordMention = z.object({
  messageId: z.string(),
  channelId: z.string(),
  /** Blank for direct channels and groups, which are called after their people. */
  channelName: z.string(),
  /** Null for a reply that stays in its thread. */
  seq: z.nullable(z.number()),
  threadId: z.nullable(z.string()),
  senderId: z.number(),
  senderName: z.string(),
  /** How it begins. */
  excerpt: z.string(),
  createdAt: z.string(),
});
export type RecordMention = z.output<typeof recordMention>;

export const mentionsPageSize = 20;

export const listRecordMentions = endpoint({
  method: 'GET',
  path: '/api/chat/records/:kind/:id/mentions',
  summary: 'A record, and what is said of it outside its own conversation, the latest first',
  access: 'signedIn',
  params,
  query: {
    /** The message at the end of the page before. */
    after: z.optional(messageId),
  },
  reply: z.object({
    card: z.nullable(recordCard),
    mentions: z.array(recordMention),
    hasMore: z.boolean(),
  }),
});
