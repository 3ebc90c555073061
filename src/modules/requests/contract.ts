import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { instant, text, time } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { channelId, chatMessage, clientMsgId, messageId } from '../chat/contract.ts';

/** The key of a request in its message's `metadata.parts`. */
export const partName = 'requests';
/** An owner's managers hear of it when a request is overdue for so long. */
export const escalateAfterMinutes = 30;

export const kinds = ['price_approval', 'part_eta', 'car_pull_up', 'detail_slot', 'other'] as const;
export type Kind = (typeof kinds)[number];
export const kindNames: Record<Kind, string> = {
  price_approval: 'Price approval',
  part_eta: 'Part ETA',
  car_pull_up: 'Car pull-up',
  detail_slot: 'Detail slot',
  other: 'Request',
};
const kind = z.enum(kinds);

/** What the message carries, the same for every reader. Names are those of the moment it was changed. */
export const requestPart = z.object({
  kind,
  /** `open`: nobody has it yet. */
  status: z.enum(['open', 'claimed', 'done', 'cancelled']),
  askedAt: time,
  askedBy: z.number(),
  askedByName: z.string(),
  ownerId: z.nullable(z.number()),
  ownerName: z.nullable(z.string()),
  /** When the owner took it of their own accord; null where it was given to them. */
  claimedAt: z.nullable(time),
  dueAt: z.nullable(time),
  closedAt: z.nullable(time),
  closedBy: z.nullable(z.number()),
  closedByName: z.nullable(z.string()),
});
export type RequestPart = z.output<typeof requestPart>;

const target = { channelId, messageId };
const dueAt = z.nullable(instant);
const ownerId = z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)));
const wish = {
  kind,
  /** Null: whoever reads the channel may claim it. */
  ownerId: z._default(ownerId, null),
  dueAt: z._default(dueAt, null),
};

export const makeRequest = endpoint({
  method: 'POST',
  path: '/api/requests/:channelId/:messageId',
  summary: 'Make a message a request',
  access: 'signedIn',
  params: target,
  body: wish,
  reply: chatMessage,
});

export const postRequest = endpoint({
  method: 'POST',
  path: '/api/requests/:channelId',
  summary: 'Post a message that is a request; the same clientMsgId again is the same one',
  access: 'signedIn',
  params: { channelId },
  body: { clientMsgId, content: text(4_000), ...wish },
  reply: chatMessage,
  status: 201,
});

export const changeRequest = endpoint({
  method: 'PATCH',
  path: '/api/requests/:channelId/:messageId',
  summary: 'Change what is asked for, by when, or who has it',
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
  summary: 'Claim, release, finish, cancel or reopen a request; repeating it changes nothing',
  access: 'signedIn',
  params: { ...target, act: z.enum(acts) },
  reply: chatMessage,
});

export const listOwners = endpoint({
  method: 'GET',
  path: '/api/requests/:channelId/owners',
  summary: 'Who may be given a request in a channel, by name',
  access: 'signedIn',
  params: { channelId },
  reply: z.array(
    z.object({ id: z.number(), name: z.string(), department: z.nullable(z.string()) }),
  ),
});

export const queues = ['mine', 'asked', 'unclaimed'] as const;
export type Queue = (typeof queues)[number];

export const listedRequest = z.object({
  ...requestPart.shape,
  channelId: z.string(),
  /** Empty for direct and group messages: they are called by their people. */
  channelName: z.string(),
  messageId: z.string(),
  senderName: z.string(),
  /** The beginning of what was said. */
  content: z.string(),
});
export type ListedRequest = z.output<typeof listedRequest>;

/** Ask with `cursor` for what comes after this one. */
export const queuedRequest = z.extend(listedRequest, { cursor: z.string() });
export type QueuedRequest = z.output<typeof queuedRequest>;

const cursor = /^(\d{1,14}|-)\.\d{1,14}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/requests',
  summary: 'What is not done yet: the longest overdue first, then the next due, then the oldest',
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
  summary: 'How many are not done yet in each of your queues',
  access: 'signedIn',
  reply: z.object({ mine: z.number(), asked: z.number(), unclaimed: z.number() }),
});
export type Counts = z.output<(typeof countRequests)['reply']>;

export const periods = ['7', '30', '90'] as const;
export type Period = (typeof periods)[number];

const figures = {
  /** Not done yet, and those of them past their time: now, whenever they were asked. */
  open: z.number(),
  overdue: z.number(),
  /** Of those asked in the period: from asking to claiming, of those somebody claimed. */
  claimed: z.number(),
  medianClaimSeconds: z.nullable(z.number()),
  p90ClaimSeconds: z.nullable(z.number()),
  /** From asking to being done. */
  done: z.number(),
  medianDoneSeconds: z.nullable(z.number()),
  p90DoneSeconds: z.nullable(z.number()),
  /** Between 0 and 1, of those whose time is over or that are done; null where none had a time. */
  inTime: z.nullable(z.number()),
};
const figureRow = z.object({ id: z.string(), name: z.string(), ...figures });
export type FigureRow = z.output<typeof figureRow>;

export const readFigures = endpoint({
  method: 'GET',
  path: '/api/requests/figures',
  summary: 'How fast requests are answered: by channel, or by owner within one channel',
  access: 'signedIn',
  query: { days: z._default(z.enum(periods), '30'), channelId: z.optional(channelId) },
  reply: z.object({ total: z.object(figures), rows: z.array(figureRow) }),
});
export type Figures = z.output<(typeof readFigures)['reply']>;

/** A request appeared or changed, or its message was deleted: the queues are to be asked for again. */
export const requestChanged = serverEvent('request_changed', {
  channelId: z.string(),
  messageId: z.string(),
});
