import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, reference, rowCount, time } from '../../../platform/contract/fields.ts';
import { channelId, messageId } from '../../chat/contract.ts';
import { kinds, listedRequest } from '../contract.ts';

/** How a request ended. `overdue`: it was closed after its due time, done or canceled. */
export const outcomes = ['done', 'cancelled', 'overdue'] as const;
export type Outcome = (typeof outcomes)[number];

const cursor = /^\d{1,14}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const closedRequest = z.extend(listedRequest, {
  closedAt: time,
  /** Selects the page after this request. */
  cursor: z.string(),
});
export type ClosedRequest = z.output<typeof closedRequest>;

const filters = {
  channelId: z.optional(channelId),
  /** The requester, the assignee or who closed it. */
  personId: z.optional(idParam),
  outcome: z.optional(z.enum(outcomes)),
  /** Search terms that must all occur in the message, case-insensitive. */
  q: z.optional(z.string().check(z.maxLength(200))),
};

export const listClosed = endpoint({
  method: 'GET',
  path: '/api/requests/closed',
  summary: 'List done and canceled requests, newest first',
  access: 'signedIn',
  query: {
    ...filters,
    after: z.optional(z.string().check(z.regex(cursor))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.array(closedRequest),
});

export const countClosed = endpoint({
  method: 'GET',
  path: '/api/requests/closed/count',
  summary: 'Number of closed requests matching the filters, capped at 10,000',
  access: 'signedIn',
  query: filters,
  reply: rowCount,
});

export const listParties = endpoint({
  method: 'GET',
  path: '/api/requests/parties',
  summary: 'List the people involved in closed requests that you may see, by name',
  access: 'signedIn',
  query: { channelId: z.optional(channelId) },
  reply: z.array(reference),
});

export const historyActs = [
  'asked',
  'claimed',
  'given',
  'released',
  'changed',
  'done',
  'cancelled',
  'reopened',
  'overdue',
  'escalated',
] as const;

/** One event; type, assignee and due time are as of that event. */
export const historyEvent = z.object({
  id: z.number(),
  at: time,
  act: z.enum(historyActs),
  /** Null: a scheduled job. */
  actorId: z.nullable(z.number()),
  actorName: z.nullable(z.string()),
  kind: z.enum(kinds),
  ownerId: z.nullable(z.number()),
  ownerName: z.nullable(z.string()),
  dueAt: z.nullable(z.string()),
});
export type HistoryEvent = z.output<typeof historyEvent>;

export const requestHistory = z.extend(listedRequest, {
  /** Whether it can be changed: not in an archived channel. */
  open: z.boolean(),
  /** Whether you moderate its channel. */
  canModerate: z.boolean(),
  events: z.array(historyEvent),
});
export type RequestHistory = z.output<typeof requestHistory>;

export const getRequestHistory = endpoint({
  method: 'GET',
  path: '/api/requests/story/:messageId',
  summary: 'Get a request with its history, oldest first',
  access: 'signedIn',
  params: { messageId },
  reply: requestHistory,
});
