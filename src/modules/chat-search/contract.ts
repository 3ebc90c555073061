import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { channelTypes, chatMessage } from '../chat/contract.ts';

export const searchMaxLength = 1_000;
export const searchPageSize = 20;

/** A piece of the original text, flagged if it matched the search. */
export const excerptPart = z.object({ text: z.string(), match: z.boolean() });
export type ExcerptPart = z.output<typeof excerptPart>;

export const searchResult = z.object({
  message: chatMessage,
  /** `name` is empty for direct and group messages, which are named after their people. */
  channel: z.object({ id: z.string(), name: z.string(), type: z.enum(channelTypes) }),
  /** The text around the first match, or the beginning of the message. */
  excerpt: z.array(excerptPart),
  /** The attached file that matched, with an excerpt if its contents did. */
  file: z.nullable(
    z.object({
      id: z.string(),
      name: z.array(excerptPart),
      excerpt: z.array(excerptPart),
    }),
  ),
  /** Replies only: the root message of the thread. */
  thread: z.nullable(z.object({ rootId: z.string(), senderName: z.string(), content: z.string() })),
});
export type SearchResult = z.output<typeof searchResult>;

export const searchAnswer = z.object({
  /** The newest first. */
  results: z.array(searchResult),
  /** Cursor of the next page; null when everything has been searched. */
  next: z.nullable(z.string()),
  /** Set if the search stopped early: everything newer than this has been searched. */
  searchedTo: z.nullable(z.string()),
  /** The index is still being built, as after the first start; more results may appear later. */
  isFilling: z.boolean(),
});
export type SearchAnswer = z.output<typeof searchAnswer>;

export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/chat/search',
  summary:
    'Messages in the user’s conversations that contain all words; also "phrases", from: in: has: is: before: after: on:',
  access: 'signedIn',
  query: {
    q: z
      .string()
      .check(z.maxLength(searchMaxLength, 'A search must be at most 1,000 characters long.')),
    /** The previous page's `next`. */
    before: z.optional(z.string().check(z.maxLength(100))),
    limit: z._default(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)),
      searchPageSize,
    ),
    /** Time zone for dates, e.g. `America/Chicago`; defaults to the group time zone. */
    timeZone: z.optional(z.string().check(z.maxLength(64))),
  },
  reply: searchAnswer,
});

/** Values of `has:` and `is:`. */
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
