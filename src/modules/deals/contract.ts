import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import {
  calendarDate,
  calendarMonth,
  freeText,
  idParam,
  nextPage,
  pageLimit,
  reference,
  rowCount,
  text,
  time,
  version,
} from '../../platform/contract/fields.ts';
import { staffProblems } from '../../platform/contract/staff.ts';
import * as d from './contract/deal.ts';
import { dealFacts, tradeFacts } from './contract/facts.ts';

export const pageMaxSize = 200;
/** Not delivered yet; delivered but not funded; funded or canceled; all. */
export const scopes = ['open', 'in_transit', 'done', 'all'] as const;

/** `consumer`: retail and lease, the deals counted as vehicles sold. */
export const typeFilters = [...d.types, 'consumer'] as const;

const filters = {
  /** Deal or stock number, VIN or its last 8 or 6, plate, words of the vehicle, customer’s name or phone. */
  q: freeText(100),
  scope: z._default(z.enum(scopes), 'open'),
  store: z.optional(d.store),
  status: z.optional(d.status),
  type: z.optional(z.enum(typeFilters)),
  condition: z.optional(z.enum(d.conditions)),
  /** The first or second salesperson; `house_deal`: deals without one. */
  salespersonId: z.optional(z.union([z.literal('house_deal'), idParam])),
  customerId: z.optional(idParam),
  vehicleId: z.optional(idParam),
  /** Delivered in this month, in the group time zone, up to today: `2026-11`. */
  deliveredIn: z.optional(calendarMonth),
};

export const listDeals = endpoint({
  method: 'GET',
  path: '/api/deals',
  reads: 'deals',
  summary: 'List deals of your stores, latest first',
  access: d.readAccess,
  query: {
    ...filters,
    limit: pageLimit(pageMaxSize),
    /** By `openedAt`. */
    ...nextPage,
  },
  reply: z.array(d.deal),
});

export const countDeals = endpoint({
  method: 'GET',
  path: '/api/deals/count',
  summary: 'Count the deals that match the filters, up to 10,000',
  access: d.readAccess,
  query: filters,
  reply: rowCount,
});

const params = { dealId: idParam };

export const getDeal = endpoint({
  method: 'GET',
  path: '/api/deals/:dealId',
  reads: 'deals',
  summary: 'Get a deal with all its details',
  access: d.readAccess,
  params,
  reply: d.dealPage,
});

export const createDeal = endpoint({
  method: 'POST',
  path: '/api/deals',
  summary: 'Create a deal; the same client id returns the same deal',
  access: d.writeAccess,
  body: {
    clientId: z.uuid(),
    store: d.store,
    /** Omitted: the next number of the store. */
    number: z.optional(d.number),
    ...dealFacts,
  },
  reply: d.dealPage,
  status: 201,
});

export const saveDeal = endpoint({
  method: 'PUT',
  path: '/api/deals/:dealId',
  summary: 'Save a deal at the version you loaded; 409 if someone else saved it since',
  access: d.writeAccess,
  params,
  body: { version, ...dealFacts },
  reply: d.dealPage,
});

export const setStatus = endpoint({
  method: 'PUT',
  path: '/api/deals/:dealId/status',
  summary: 'Change the status of a deal; its stock vehicle follows',
  access: d.writeAccess,
  params,
  body: {
    version,
    status: d.status,
    /** With `signed`, `delivered` or `funded`: the day it happened; omitted, the day it first did, or today. */
    on: z.optional(calendarDate),
    reason: z.optional(text(200)),
    /** With `delivered`: the odometer reading. */
    miles: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000))),
  },
  reply: d.dealPage,
});

export const correctDay = endpoint({
  method: 'PUT',
  path: '/api/deals/:dealId/day',
  summary:
    'Correct the day a deal was signed, delivered or funded, within the months that are not locked',
  access: d.writeAccess,
  params,
  body: { version, status: d.datedStatus, on: calendarDate, reason: text(200) },
  reply: d.dealPage,
});

export const setDueBillDone = endpoint({
  method: 'PUT',
  path: '/api/deals/:dealId/due-bills/:dueBillId',
  summary: 'Mark a due bill as done or not done, also on a closed deal',
  access: d.writeAccess,
  params: { ...params, dueBillId: idParam },
  body: { isDone: z.boolean() },
  reply: d.dealPage,
});

export const takeTrade = endpoint({
  method: 'POST',
  path: '/api/deals/:dealId/trade',
  summary: 'Add the trade-in of a delivered deal to inventory; a repeat returns the same vehicle',
  access: d.writeAccess,
  params,
  body: tradeFacts,
  reply: d.dealPage,
});

const value = z.union([z.string(), z.number(), z.null()]);

/** One history event of a deal. Amounts are only those the buyer pays. */
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
    /** Products, due bills or costs; of costs only that they changed. */
    z.object({
      kind: z.literal('parts'),
      what: z.array(z.enum(['products', 'due_bills', 'costs'])),
    }),
    z.object({
      kind: z.literal('status'),
      from: d.status,
      to: d.status,
      reason: z.nullable(z.string()),
      /** The day it happened; absent in events written before days could be chosen. */
      on: z.optional(z.string()),
    }),
    /** A wrong day was corrected. */
    z.object({
      kind: z.literal('day'),
      status: d.datedStatus,
      from: z.string(),
      to: z.string(),
      reason: z.string(),
    }),
    z.object({ kind: z.literal('due_bill'), what: z.string(), isDone: z.boolean() }),
  ]),
});
export type DealEvent = z.output<typeof dealEvent>;

export const listDealEvents = endpoint({
  method: 'GET',
  path: '/api/deals/:dealId/events',
  summary: 'List the history of a deal, latest first',
  access: d.readAccess,
  params,
  query: { before: z.optional(idParam) },
  reply: z.array(dealEvent),
});

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/deals/choices',
  summary: 'List your stores and their staff',
  access: d.readAccess,
  reply: z.object({
    stores: z.array(d.store),
    /** `problems`: why they may not sell. */
    staff: z.array(z.extend(reference, { stores: z.array(d.store), problems: staffProblems })),
    may: z.object({ write: z.boolean(), import: z.boolean(), seeCost: z.boolean() }),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;

/** Suggestions for the vehicle field of the form. */
export const listSellable = endpoint({
  method: 'GET',
  path: '/api/deals/sellable',
  summary: 'Find available stock vehicles of a store by stock number, VIN or description',
  access: d.readAccess,
  query: { store: d.store, q: freeText(100) },
  reply: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      stockNumber: z.string(),
      vin: z.string(),
      condition: z.enum(d.conditions),
      /** Where it is, such as `In transit`; null on the line. */
      where: z.nullable(z.string()),
      listCents: z.nullable(z.number()),
    }),
  ),
});
export type Sellable = z.output<(typeof listSellable)['reply']>[number];
