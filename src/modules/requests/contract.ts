import * as z from 'zod/mini';
import { department } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { id, instant, text, time } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { channelId, chatMessage, clientMsgId, messageId } from '../chat/contract.ts';

/** The key of a request in its message's `metadata.parts`. */
export const partName = 'requests';
/** The assignee's managers are notified when a request is overdue for this long. */
export const escalateAfterMinutes = 30;

export const kinds = ['price_approval', 'part_eta', 'car_pull_up', 'detail_slot', 'other'] as const;
export type Kind = (typeof kinds)[number];
export const kindNames: Record<Kind, string> = {
  price_approval: 'Price approval',
  part_eta: 'Part ETA',
  car_pull_up: 'Vehicle pull-up',
  detail_slot: 'Detail slot',
  other: 'Request',
};
const kind = z.enum(kinds);

/** The part of the message, the same for every reader. Names are as of the last change. */
export const requestPart = z.object({
  kind,
  /** `open`: unassigned. */
  status: z.enum(['open', 'claimed', 'done', 'cancelled']),
  askedAt: time,
  askedBy: z.number(),
  askedByName: z.string(),
  ownerId: z.nullable(z.number()),
  ownerName: z.nullable(z.string()),
  /** When the assignee claimed it; null if someone assigned it to them. */
  claimedAt: z.nullable(time),
  dueAt: z.nullable(time),
  closedAt: z.nullable(time),
  closedBy: z.nullable(z.number()),
  closedByName: z.nullable(z.string()),
});
export type RequestPart = z.output<typeof requestPart>;

const target = { channelId, messageId };
const dueAt = z.nullable(instant);
const ownerId = z.nullable(id);
const requestInput = {
  kind,
  /** Null: anyone who reads the channel may claim it. */
  ownerId: z._default(ownerId, null),
  dueAt: z._default(dueAt, null),
};

export const makeRequest = endpoint({
  method: 'POST',
  path: '/api/requests/:channelId/:messageId',
  summary: 'Turn a message into a request',
  access: 'signedIn',
  params: target,
  body: requestInput,
  reply: chatMessage,
});

export const postRequest = endpoint({
  method: 'POST',
  path: '/api/requests/:channelId',
  summary:
    'Post a request as a message; repeating a clientMsgId returns the request already posted',
  access: 'signedIn',
  params: { channelId },
  body: { clientMsgId, content: text(4_000), ...requestInput },
  reply: chatMessage,
  status: 201,
});

export const changeRequest = endpoint({
  method: 'PATCH',
  path: '/api/requests/:channelId/:messageId',
  summary: 'Change the type, due time or assignee of a request',
  access: 'signedIn',
  params: target,
  body: { kind: z.optional(kind), dueAt: z.optional(dueAt), ownerId: z.optional(ownerId) },
  reply: chatMessage,
});

export const acts = ['claim', 'release', 'done', 'cancel', 'reopen'] as const;
export type Act = (typeof acts)[number];

export const actOnRequest = endpoint({
  method: 'POST',
  path: '/api/requests/:channelId/:messageId/:act',
  summary: 'Claim, release, complete, cancel or reopen a request; repeating it changes nothing',
  access: 'signedIn',
  params: { ...target, act: z.enum(acts) },
  reply: chatMessage,
});

export const listOwners = endpoint({
  method: 'GET',
  path: '/api/requests/:channelId/owners',
  summary: 'List the people a request in a channel can be assigned to, by name',
  access: 'signedIn',
  params: { channelId },
  reply: z.array(
    z.object({ id: z.number(), name: z.string(), department: z.nullable(department) }),
  ),
});

export const queues = ['mine', 'asked', 'unclaimed'] as const;
export type Queue = (typeof queues)[number];

export const listedRequest = z.object({
  ...requestPart.shape,
  channelId: z.string(),
  /** Empty for direct and group messages, which are named after their members. */
  channelName: z.string(),
  messageId: z.string(),
  senderName: z.string(),
  /** The beginning of the message. */
  content: z.string(),
});
export type ListedRequest = z.output<typeof listedRequest>;

/** `cursor` selects the page after this request. */
export const queuedRequest = z.extend(listedRequest, { cursor: z.string() });
export type QueuedRequest = z.output<typeof queuedRequest>;

const cursor = /^(\d{1,14}|-)\.\d{1,14}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/requests',
  summary: 'List active requests: longest overdue first, then next due, then oldest',
  access: 'signedIn',
  query: {
    queue: z.enum(queues),
    channelId: z.optional(channelId),
    after: z.optional(z.string().check(z.regex(cursor))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.array(queuedRequest),
});

export const countRequests = endpoint({
  method: 'GET',
  path: '/api/requests/counts',
  summary: 'Count the active requests in each of your queues',
  access: 'signedIn',
  reply: z.object({ mine: z.number(), asked: z.number(), unclaimed: z.number() }),
});
export type Counts = z.output<(typeof countRequests)['reply']>;

export const periods = ['7', '30', '90'] as const;
export type Period = (typeof periods)[number];

const figures = {
  /** Active and overdue now, whenever they were created. */
  open: z.number(),
  overdue: z.number(),
  /** Of requests created in the period: from creation to claim, of those that were claimed. */
  claimed: z.number(),
  medianClaimSeconds: z.nullable(z.number()),
  p90ClaimSeconds: z.nullable(z.number()),
  /** From creation to completion. */
  done: z.number(),
  medianDoneSeconds: z.nullable(z.number()),
  p90DoneSeconds: z.nullable(z.number()),
  /** Between 0 and 1, of those with a due time that are done or overdue; null if there are none. */
  inTime: z.nullable(z.number()),
};
const figureRow = z.object({ id: z.string(), name: z.string(), ...figures });
export type FigureRow = z.output<typeof figureRow>;

export const readFigures = endpoint({
  method: 'GET',
  path: '/api/requests/figures',
  summary: 'Response times of requests: by channel, or by assignee within one channel',
  access: 'signedIn',
  query: { days: z._default(z.enum(periods), '30'), channelId: z.optional(channelId) },
  reply: z.object({ total: z.object(figures), rows: z.array(figureRow) }),
});
export type Figures = z.output<(typeof readFigures)['reply']>;

/** A request was created or changed, or its message deleted: clients refetch the queues. */
export const requestChanged = serverEvent('request_changed', {
  channelId: z.string(),
  messageId: z.string(),
});
