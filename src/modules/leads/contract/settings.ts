import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { id, idParam, reference, text, time, version } from '../../../platform/contract/fields.ts';
import * as l from './lead.ts';

/** `HH:MM`, or null for a closed day; Monday first. */
const day = z.nullable(
  z
    .strictObject({
      opens: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:30')),
      closes: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 19:00')),
    })
    .check(
      z.refine(({ opens, closes }) => opens < closes, {
        error: 'Opening time must be before closing time',
      }),
    ),
);
export const hours = z.array(day).check(z.length(7));
export type Hours = z.output<typeof hours>;

/** The lead routing of a store. Only managers of the store may change it. */
export const leadRouting = z.object({
  store: l.store,
  /** What stops the response clock; the same at every store. */
  clockStop: z.enum(l.clockStops),
  /** Minutes of opening hours until the first attempt or contact is overdue. */
  limitMinutes: z.number(),
  /** Assign new leads in rotation to the members who accept leads. */
  inTurn: z.boolean(),
  hours,
  members: z.array(
    z.extend(reference, {
      accepts: z.boolean(),
      /** Leads received in the last 30 days. */
      received: z.number(),
    }),
  ),
  version: z.number(),
  mayChange: z.boolean(),
});
export type LeadRouting = z.output<typeof leadRouting>;

export const listLeadRouting = endpoint({
  method: 'GET',
  path: '/api/leads/routing',
  summary: 'List the lead routing of your stores',
  access: l.readAccess,
  reply: z.array(leadRouting),
});

export const setLeadRouting = endpoint({
  method: 'PUT',
  path: '/api/leads/routing/:store',
  summary: 'Change the lead routing of a store; managers of the store only',
  access: l.writeAccess,
  params: { store: l.store },
  body: {
    version,
    limitMinutes: z.number().check(z.int(), z.minimum(1), z.maximum(1_440)),
    inTurn: z.boolean(),
    hours,
    /** The members of the rotation. */
    memberIds: z.array(id).check(z.maxLength(100)),
  },
  reply: leadRouting,
});

export const setResponseClock = endpoint({
  method: 'PUT',
  path: '/api/leads/response-clock',
  summary: 'Set what stops the response clock of every store, also for leads received before',
  access: l.writeAccess,
  body: { clockStop: z.enum(l.clockStops) },
  reply: z.object({ clockStop: z.enum(l.clockStops) }),
});

export const setAccepting = endpoint({
  method: 'PUT',
  path: '/api/leads/routing/:store/accepting/:userId',
  summary: 'Join or pause the lead rotation, for yourself or as a manager of the store',
  access: l.writeAccess,
  params: { store: l.store, userId: idParam },
  body: { accepts: z.boolean() },
  reply: leadRouting,
});

/** An ad or site that leads come from. Its key is shown only once, when it is created. */
export const source = z.object({
  id: z.number(),
  store: l.store,
  name: z.string(),
  type: l.type,
  /** Whether it has a key for submitting leads as ADF. */
  hasKey: z.boolean(),
  isActive: z.boolean(),
  received: z.number(),
  refused: z.number(),
  lastAt: z.nullable(time),
});
export type Source = z.output<typeof source>;

export const manageSources = { admin: 'system_connectors' } as const;

export const listSources = endpoint({
  method: 'GET',
  path: '/api/leads/sources',
  summary: 'List the lead sources of your stores',
  access: l.readAccess,
  reply: z.array(source),
});

export const addSource = endpoint({
  method: 'POST',
  path: '/api/leads/sources',
  summary: 'Add a lead source',
  access: manageSources,
  body: { clientId: z.uuid(), store: l.store, name: text(60), type: l.type },
  reply: source,
  status: 201,
});

export const changeSource = endpoint({
  method: 'PUT',
  path: '/api/leads/sources/:sourceId',
  summary: 'Rename, activate or deactivate a lead source',
  access: manageSources,
  params: { sourceId: idParam },
  body: { name: text(60), isActive: z.boolean() },
  reply: source,
});

export const createSourceKey = endpoint({
  method: 'POST',
  path: '/api/leads/sources/:sourceId/key',
  summary: 'Create a key for a lead source; the previous key stops working immediately',
  access: manageSources,
  params: { sourceId: idParam },
  reply: z.object({ key: z.string() }),
});

/** A message from a source, accepted or rejected. */
export const delivery = z.object({
  id: z.number(),
  at: time,
  outcome: z.enum(['created', 'updated', 'refused']),
  leadId: z.nullable(z.number()),
  /** Why it was rejected. */
  problem: z.string(),
  bytes: z.number(),
});
export type Delivery = z.output<typeof delivery>;

export const getDeliveryText = endpoint({
  method: 'GET',
  path: '/api/leads/sources/:sourceId/deliveries/:deliveryId/text',
  summary: 'Get the text of a rejected message, to report the problem to the source',
  access: manageSources,
  params: { sourceId: idParam, deliveryId: idParam },
  reply: z.object({ text: z.string() }),
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/leads/sources/:sourceId/deliveries',
  summary: 'List recent messages of a source, latest first',
  access: manageSources,
  params: { sourceId: idParam },
  query: { before: z.optional(idParam) },
  reply: z.array(delivery),
});
