import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, text, time, version } from '../../../platform/contract/fields.ts';
import * as l from './lead.ts';

/** `HH:MM`, or null for a day the showroom stays closed; Monday first. */
const day = z.nullable(
  z
    .strictObject({
      opens: z
        .string()
        .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 08:30')),
      closes: z
        .string()
        .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 19:00')),
    })
    .check(z.refine(({ opens, closes }) => opens < closes, { error: 'Opens before it closes' })),
);
export const hours = z.array(day).check(z.length(7));
export type Hours = z.output<typeof hours>;

/** How a store takes its leads. Who may change it: managers of the store. */
export const leadRouting = z.object({
  store: l.store,
  /** The first answer is late after so many minutes of open hours. */
  limitMinutes: z.number(),
  /** New leads go to those who accept, in turn. */
  inTurn: z.boolean(),
  hours,
  members: z.array(
    z.extend(l.person, {
      accepts: z.boolean(),
      /** Of the last 30 days. */
      received: z.number(),
    }),
  ),
  version: z.number(),
  mayChange: z.boolean(),
});
export type LeadRouting = z.output<typeof leadRouting>;

export const listLeadRouting = endpoint({
  method: 'GET',
  path: '/api/leads/desks',
  summary: 'How your stores take their leads',
  access: l.readAccess,
  reply: z.array(leadRouting),
});

export const setLeadRouting = endpoint({
  method: 'PUT',
  path: '/api/leads/desks/:store',
  summary: 'Change how a store takes its leads; managers of the store only',
  access: l.writeAccess,
  params: { store: l.store },
  body: {
    version,
    limitMinutes: z.number().check(z.int(), z.minimum(1), z.maximum(1_440)),
    inTurn: z.boolean(),
    hours,
    /** Who takes part in the turns. */
    memberIds: z.array(l.id).check(z.maxLength(100)),
  },
  reply: leadRouting,
});

export const setAccepting = endpoint({
  method: 'PUT',
  path: '/api/leads/desks/:store/accepting/:userId',
  summary: 'Take part in the turns for now, or pause; one’s own, or as manager of the store',
  access: l.writeAccess,
  params: { store: l.store, userId: idParam },
  body: { accepts: z.boolean() },
  reply: leadRouting,
});

/** An advert or site leads come from. Its key is shown once, when it is made. */
export const source = z.object({
  id: z.number(),
  store: l.store,
  name: z.string(),
  type: l.type,
  /** Whether it may hand leads in as ADF, with a key. */
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
  summary: 'Where leads of your stores come from',
  access: l.readAccess,
  reply: z.array(source),
});

export const addSource = endpoint({
  method: 'POST',
  path: '/api/leads/sources',
  summary: 'Add an advert or site leads come from',
  access: manageSources,
  body: { clientId: z.uuid(), store: l.store, name: text(60), type: l.type },
  reply: source,
  status: 201,
});

export const changeSource = endpoint({
  method: 'PUT',
  path: '/api/leads/sources/:sourceId',
  summary: 'Rename a source, or stop taking leads from it',
  access: manageSources,
  params: { sourceId: idParam },
  body: { name: text(60), isActive: z.boolean() },
  reply: source,
});

export const makeKey = endpoint({
  method: 'POST',
  path: '/api/leads/sources/:sourceId/key',
  summary: 'Make a key by which the source hands in leads; the one before stops at once',
  access: manageSources,
  params: { sourceId: idParam },
  reply: z.object({ key: z.string() }),
});

/** What a source sent, taken or refused. */
export const delivery = z.object({
  id: z.number(),
  at: time,
  outcome: z.enum(['created', 'updated', 'refused']),
  leadId: z.nullable(z.number()),
  /** Why it was refused. */
  problem: z.string(),
  bytes: z.number(),
});
export type Delivery = z.output<typeof delivery>;

export const getDeliveryText = endpoint({
  method: 'GET',
  path: '/api/leads/sources/:sourceId/deliveries/:deliveryId/text',
  summary: 'What was refused, word for word, so that one can tell the source what is wrong with it',
  access: manageSources,
  params: { sourceId: idParam, deliveryId: idParam },
  reply: z.object({ text: z.string() }),
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/leads/sources/:sourceId/deliveries',
  summary: 'What a source has sent lately, the latest first',
  access: manageSources,
  params: { sourceId: idParam },
  query: { before: z.optional(idParam) },
  reply: z.array(delivery),
});
