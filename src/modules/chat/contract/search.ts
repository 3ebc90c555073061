import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { chatMessage } from '../contract.ts';
import { channelTypes } from './channels.ts';

export const searchMaxLength = 1_000;
export const searchPageSize = 20;

/** A piece of text as it was written, told apart by whether it was looked for. */
export const excerptPart = z.object({ text: z.string(), match: z.boolean() });
export type ExcerptPart = z.output<typeof excerptPart>;

export const searchResult = z.object({
  message: chatMessage,
  /** `name` is empty for direct channels and groups; they are called after their people. */
  channel: z.object({ id: z.string(), name: z.string(), type: z.enum(channelTypes) }),
  /** The part of the message around what was found in it, or its beginning. */
  excerpt: z.array(excerptPart),
  /** The attached file it was found in; its own excerpt where that was in the contents. */
  file: z.nullable(
    z.object({
      id: z.string(),
      name: z.array(excerptPart),
      excerpt: z.array(excerptPart),
    }),
  ),
  /** Of a reply: the message its thread hangs on. */
  thread: z.nullable(z.object({ rootId: z.string(), senderName: z.string(), content: z.string() })),
});
export type SearchResult = z.output<typeof searchResult>;

export const searchAnswer = z.object({
  /** The newest first. */
  results: z.array(searchResult),
  /** Where the next page begins; null: everything has been looked through. */
  next: z.nullable(z.string()),
  /** Set where looking stopped early: everything newer than this has been looked through. */
  searchedTo: z.nullable(z.string()),
  /** Messages are still being taken into the index, as after the first start: later there may be more. */
  isFilling: z.boolean(),
});
export type SearchAnswer = z.output<typeof searchAnswer>;

export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/chat/search',
  summary:
    'Messages of the person’s conversations that have all the words; also "phrases", from: in: has: is: before: after: on:',
  access: 'signedIn',
  query: {
    q: z
      .string()
      .check(z.maxLength(searchMaxLength, 'A search must be at most 1,000 characters long.')),
    /** What the page before answered as `next`. */
    before: z.optional(z.string().check(z.maxLength(100))),
    limit: z._default(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)),
      searchPageSize,
    ),
    /** Where days begin and end, as in `America/Chicago`; where the group is, if nothing is said. */
    timeZone: z.optional(z.string().check(z.maxLength(64))),
  },
  reply: searchAnswer,
});

/** What `has:` and `is:` may be followed by. */
export const hasValues = ['file', 'image', 'link', 'poll', 'reaction', 'thread'] as const;
export const isValues = [
  'pinned',
  'starred',
  'edited',
  'mine',
  'unread',
  'thread',
  'urgent',
] as const;
export const searchOperators = ['from', 'in', 'has', 'is', 'before', 'after', 'on'] as const;
export type SearchOperator = (typeof searchOperators)[number];
