import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import {
  calendarMonth,
  idParam,
  instant,
  rowCount,
  text,
  time,
  version,
} from '../../platform/contract/fields.ts';
import * as d from './contract/deal.ts';
import { dealFacts, tradeFacts } from './contract/facts.ts';

export const pageMaxSize = 200;
/** Those being worked on or not yet delivered, those delivered and not yet funded, those that are done, or all. */
export const scopes = ['open', 'in_transit', 'done', 'all'] as const;

/** `consumer`: retail and lease, as the figures of sold vehicles count them. */
export const typeFilters = [...d.types, 'consumer'] as const;

const filters = {
  /** Words of the car or the customer’s name; a number, stock number, VIN or its end. */
  q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  scope: z._default(z.enum(scopes), 'open'),
  store: z.optional(d.store),
  status: z.optional(d.status),
  type: z.optional(z.enum(typeFilters)),
  condition: z.optional(z.enum(d.conditions)),
  salespersonId: z.optional(idParam),
  customerId: z.optional(idParam),
  vehicleId: z.optional(idParam),
  /** Delivered in this month of the group’s calendar, up to today: `2026-11`. */
  deliveredIn: z.optional(calendarMonth),
};

export const listDeals = endpoint({
  method: 'GET',
  path: '/api/deals',
  reads: 'deals',
  summary: 'Deals of your stores, the latest first',
  access: d.readAccess,
  query: {
    ...filters,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageMaxSize)), 50),
    /** The next page: `openedAt` and `id` of the last row of this one. */
    before: z.optional(instant),
    beforeId: z.optional(idParam),
  },
  reply: z.array(d.deal),
});

export const countDeals = endpoint({
  method: 'GET',
  path: '/api/deals/count',
  summary: 'How many deals the filters leave, counted up to 10,000',
  access: d.readAccess,
  query: filters,
  reply: rowCount,
});

const params = { dealId: idParam };

export const getDeal = endpoint({
  method: 'GET',
  path: '/api/deals/:dealId',
  reads: 'deals',
  summary: 'One deal in full',
  access: d.readAccess,
  params,
  reply: d.dealPage,
});

export const writeDeal = endpoint({
  method: 'POST',
  path: '/api/deals',
  summary: 'Write a deal; the same id again is the same deal',
  access: d.writeAccess,
  body: {
    clientId: z.uuid(),
    store: d.store,
    /** Left out: the next number of the store. */
    number: z.optional(d.number),
    ...dealFacts,
  },
  reply: d.dealPage,
  status: 201,
});

export const saveDeal = endpoint({
  method: 'PUT',
  path: '/api/deals/:dealId',
  summary: 'Save a deal over the version you hold; 409 when somebody saved another meanwhile',
  access: d.writeAccess,
  params,
  body: { version, ...dealFacts },
  reply: d.dealPage,
});

export const setStatus = endpoint({
  method: 'PUT',
  path: '/api/deals/:dealId/status',
  summary: 'Say where a deal stands; its car in the stock follows',
  access: d.writeAccess,
  params,
  body: {
    version,
    status: d.status,
    reason: z.optional(text(200)),
    /** With `delivered`: what the car had run. */
    miles: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000))),
  },
  reply: d.dealPage,
});

export const keepDueBill = endpoint({
  method: 'PUT',
  path: '/api/deals/:dealId/due-bills/:dueBillId',
  summary:
    'Say that what was promised to the buyer is done, or not yet; also of a deal in the books',
  access: d.writeAccess,
  params: { ...params, dueBillId: idParam },
  body: { isDone: z.boolean() },
  reply: d.dealPage,
});

export const takeTrade = endpoint({
  method: 'POST',
  path: '/api/deals/:dealId/trade',
  summary: 'Take the trade of a delivered deal into stock; the same again is the same car',
  access: d.writeAccess,
  params,
  body: tradeFacts,
  reply: d.dealPage,
});

const value = z.union([z.string(), z.number(), z.null()]);

/** What happened to a deal, who did it and when; of money only what the buyer pays. */
export const dealEvent = z.object({
  id: z.number(),
  at: time,
  by: z.string(),
  data: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('written'), number: z.string() }),
    z.object({
      kind: z.literal('changed'),
      fields: z.array(z.object({ name: z.string(), from: value, to: value })),
    }),
    /** Products, promises or costs; of costs only that they changed. */
    z.object({
      kind: z.literal('parts'),
      what: z.array(z.enum(['products', 'due_bills', 'costs'])),
    }),
    z.object({
      kind: z.literal('status'),
      from: d.status,
      to: d.status,
      reason: z.nullable(z.string()),
    }),
    z.object({ kind: z.literal('due_bill'), what: z.string(), isDone: z.boolean() }),
  ]),
});
export type DealEvent = z.output<typeof dealEvent>;

export const listDealEvents = endpoint({
  method: 'GET',
  path: '/api/deals/:dealId/events',
  summary: 'What happened to a deal, the latest first',
  access: d.readAccess,
  params,
  query: { before: z.optional(idParam) },
  reply: z.array(dealEvent),
});

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/deals/choices',
  summary: 'Your stores, who works there, and the time they live by',
  access: d.readAccess,
  reply: z.object({
    stores: z.array(d.store),
    staff: z.array(z.extend(d.person, { stores: z.array(d.store) })),
    may: z.object({ write: z.boolean(), import: z.boolean(), seeCost: z.boolean() }),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;

/** Cars that may be sold at a store: what a form offers while somebody types. */
export const listSellable = endpoint({
  method: 'GET',
  path: '/api/deals/sellable',
  summary: 'Cars of a store’s stock that can be sold, by stock number, VIN or words',
  access: d.readAccess,
  query: { store: d.store, q: z._default(z.string().check(z.trim(), z.maxLength(100)), '') },
  reply: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      stockNumber: z.string(),
      vin: z.string(),
      condition: z.enum(d.conditions),
      listCents: z.nullable(z.number()),
    }),
  ),
});
export type Sellable = z.output<(typeof listSellable)['reply']>[number];
