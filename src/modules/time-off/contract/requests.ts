import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  calendarDate,
  freeText,
  id,
  idParam,
  pageLimit,
  time,
  version,
} from '../../../platform/contract/fields.ts';
import { department, store } from '../contract.ts';

export const portions = ['full', 'morning', 'afternoon', 'hours'] as const;
export type Portion = (typeof portions)[number];
export const states = ['pending', 'approved', 'declined', 'withdrawn', 'canceled'] as const;
export type State = (typeof states)[number];

/** 1 PM, when a morning off ends and an afternoon off begins. */
export const middayMinute = 13 * 60;

/** A request with its kind, which colleagues may not see. */
export const request = z.object({
  id: z.number(),
  userId: z.number(),
  userName: z.string(),
  jobTitle: z.string(),
  store: z.nullable(store),
  department: z.nullable(department),
  kindId: z.number(),
  startsOn: z.string(),
  endsOn: z.string(),
  portion: z.enum(portions),
  /** Minutes after midnight; 0 and 1440 for whole days. */
  fromMinute: z.number(),
  toMinute: z.number(),
  minutes: z.number(),
  days: z.array(z.object({ day: z.string(), minutes: z.number() })),
  /** Null: there is one, but only HR and the person read it. */
  reason: z.nullable(z.string()),
  state: z.enum(states),
  /** The approved request that this one takes the place of. */
  replacesId: z.nullable(z.number()),
  createdBy: z.string(),
  createdAt: time,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(time),
  decisionReason: z.string(),
  /** Who is asked to decide, while it is pending. */
  waitsFor: z.array(z.string()),
  version: z.number(),
  may: z.object({
    decide: z.boolean(),
    /** Take back what is pending. */
    withdraw: z.boolean(),
    /** End what is approved; the balance comes back. */
    cancel: z.boolean(),
    /** Ask for other days instead. */
    change: z.boolean(),
  }),
});
export type Request = z.output<typeof request>;

const whole = { startsOn: calendarDate, endsOn: calendarDate };
const minuteOfDay = z.number().check(z.int(), z.minimum(0), z.maximum(1439));
const someMinutes = z.number().check(z.int(), z.minimum(15), z.maximum(1440));

export const getPreview = endpoint({
  method: 'GET',
  path: '/api/time-off/preview',
  summary: 'What a request would take and leave, and why it might be refused',
  access: 'signedIn',
  query: {
    /** Yourself, unless you may decide for this person. */
    userId: z.optional(idParam),
    kindId: idParam,
    ...whole,
    portion: z._default(z.enum(portions), 'full'),
    /** Of `hours`. */
    fromMinute: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1439))),
    minutes: z.optional(z.coerce.number().check(z.int(), z.minimum(15), z.maximum(1440))),
    replacesId: z.optional(idParam),
  },
  reply: z.object({
    minutes: z.number(),
    days: z.array(z.object({ day: z.string(), minutes: z.number() })),
    /** Holidays in between, which take no time off. */
    holidays: z.array(z.object({ day: z.string(), name: z.string() })),
    /** On the first day, without this request; null: no balance. */
    availableMinutes: z.nullable(z.number()),
    /** The lowest balance from then on, with it. */
    remainingMinutes: z.nullable(z.number()),
    /** Why it can’t be requested. */
    problem: z.nullable(z.string()),
    warnings: z.array(z.string()),
    /** Colleagues of the same store and department who are away on these days. */
    away: z.array(z.object({ name: z.string(), startsOn: z.string(), endsOn: z.string() })),
    /** It is approved as soon as it is sent. */
    isImmediate: z.boolean(),
  }),
});
export type Preview = z.output<(typeof getPreview)['reply']>;

export const addRequest = endpoint({
  method: 'POST',
  path: '/api/time-off/requests',
  summary:
    'Request time off, or record it for someone you decide for; repeating a clientId requests once',
  access: 'signedIn',
  body: {
    clientId: z.uuid(),
    userId: z.optional(id),
    kindId: id,
    ...whole,
    portion: z._default(z.enum(portions), 'full'),
    fromMinute: z.optional(minuteOfDay),
    minutes: z.optional(someMinutes),
    reason: freeText(500),
    /** Takes the place of this request: at once if that is pending, when approved otherwise. */
    replacesId: z.optional(id),
  },
  reply: request,
  status: 201,
});

export const decideRequest = endpoint({
  method: 'PUT',
  path: '/api/time-off/requests/:requestId/decision',
  summary: 'Approve or decline a request of someone who reports to you, or of your stores in HR',
  access: 'signedIn',
  params: { requestId: idParam },
  body: {
    version,
    decision: z.enum(['approved', 'declined']),
    reason: freeText(500),
  },
  refine: ({ decision, reason }) =>
    decision === 'declined' && reason === '' ? 'Enter a reason.' : undefined,
  reply: request,
});

export const endRequest = endpoint({
  method: 'PUT',
  path: '/api/time-off/requests/:requestId/end',
  summary: 'Withdraw a pending request, or cancel an approved one; the balance comes back',
  access: 'signedIn',
  params: { requestId: idParam },
  body: { version, reason: freeText(500) },
  reply: request,
});

const eventShape = z.object({
  id: z.number(),
  at: time,
  by: z.nullable(z.string()),
  data: z.object({
    kind: z.enum([
      'requested',
      'recorded',
      'approved',
      'declined',
      'withdrawn',
      'canceled',
      'replaced',
    ]),
    reason: z.optional(z.string()),
  }),
});
export type RequestEvent = z.output<typeof eventShape>;

export const getRequest = endpoint({
  method: 'GET',
  path: '/api/time-off/requests/:requestId',
  summary: 'A request with its history and who else is away',
  access: 'signedIn',
  params: { requestId: idParam },
  reply: z.object({
    request,
    history: z.array(eventShape),
    away: z.array(z.object({ name: z.string(), startsOn: z.string(), endsOn: z.string() })),
  }),
});

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/time-off/requests',
  summary: 'Requests of one person, latest first',
  access: 'signedIn',
  query: {
    /** Yourself by default; someone who reports to you, or of your stores in HR. */
    userId: z.optional(idParam),
    limit: pageLimit(200),
    /** The first day and the id of the last row. */
    before: z.optional(calendarDate),
    beforeId: z.optional(idParam),
  },
  reply: z.array(request),
});

export const listApprovals = endpoint({
  method: 'GET',
  path: '/api/time-off/approvals',
  summary: 'Pending requests that you may decide, earliest day first',
  access: 'signedIn',
  query: {
    /** `all`: also those for which someone else is asked first. */
    scope: z._default(z.enum(['mine', 'all']), 'mine'),
  },
  reply: z.array(
    z.object({
      ...request.shape,
      /** Colleagues of the same store and department who are away on these days. */
      away: z.array(z.object({ name: z.string(), startsOn: z.string(), endsOn: z.string() })),
      /** What remains of the balance; null: no balance. */
      remainingMinutes: z.nullable(z.number()),
      /** Blackout days in between. */
      blackouts: z.array(z.string()),
    }),
  ),
});
export type Approval = z.output<(typeof listApprovals)['reply']>[number];

export const countApprovals = endpoint({
  method: 'GET',
  path: '/api/time-off/approvals/count',
  summary: 'Number of requests that wait for you',
  access: 'signedIn',
  reply: z.object({ count: z.number() }),
});
