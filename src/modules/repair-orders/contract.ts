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
import * as o from './contract/order.ts';

export const pageMaxSize = 200;
export const historyMaxSize = 200;
/** Open; open and past the promised time; closed or void; or all. */
export const scopes = ['open', 'late', 'done', 'all'] as const;

/** Not closed or void yet; closed or void in the last 30 days. */
export const workScopes = ['open', 'done'] as const;

const filters = {
  /** RO number, VIN or its last 8 or 6, plate, words of the vehicle, customer’s name or phone. */
  q: freeText(100),
  scope: z._default(z.enum(scopes), 'open'),
  store: z.optional(o.store),
  status: z.optional(o.status),
  advisorId: z.optional(idParam),
  customerId: z.optional(idParam),
  /** Closed in this month, in the group’s time zone, up to today: `2026-11`. */
  closedIn: z.optional(calendarMonth),
};

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/repair-orders',
  reads: 'repair_orders',
  summary: 'Repair orders of your stores, newest first',
  access: o.readAccess,
  query: {
    ...filters,
    limit: pageLimit(pageMaxSize),
    /** By `openedAt`. */
    ...nextPage,
  },
  reply: z.array(o.order),
});

export const countOrders = endpoint({
  method: 'GET',
  path: '/api/repair-orders/count',
  summary: 'Number of repair orders matching the filters, capped at 10,000',
  access: o.readAccess,
  query: filters,
  reply: rowCount,
});

const params = { orderId: idParam };

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/repair-orders/:orderId',
  reads: 'repair_orders',
  summary: 'One repair order with its lines',
  access: o.readAccess,
  params,
  reply: o.orderPage,
});

const lines = z
  .array(o.lineInput)
  .check(z.maxLength(o.linesAtMost, 'A repair order can have at most 100 lines.'));

export const openOrder = endpoint({
  method: 'POST',
  path: '/api/repair-orders',
  summary: 'Create a repair order; repeating the clientId returns the same one',
  access: o.writeAccess,
  body: {
    clientId: z.uuid(),
    store: o.store,
    /** Defaults to the store’s next number. */
    number: z.optional(o.number),
    ...o.orderFacts,
    lines,
  },
  reply: o.orderPage,
  status: 201,
});

export const saveOrder = endpoint({
  method: 'PUT',
  path: '/api/repair-orders/:orderId',
  summary: 'Save a repair order; 409 if someone else changed it since `version`',
  access: o.writeAccess,
  params,
  body: { version, ...o.orderFacts, lines },
  reply: o.orderPage,
});

export const setStatus = endpoint({
  method: 'PUT',
  path: '/api/repair-orders/:orderId/status',
  summary: 'Change the status of a repair order',
  access: o.writeAccess,
  params,
  body: {
    version,
    status: o.status,
    /** With `closed`: the day it was closed; omitted, the day it was first closed, or today. */
    on: z.optional(calendarDate),
    reason: z.optional(text(200)),
  },
  reply: o.orderPage,
});

export const correctCloseDay = endpoint({
  method: 'PUT',
  path: '/api/repair-orders/:orderId/close-day',
  summary: 'Correct the day a repair order was closed, within the months that are not locked',
  access: o.writeAccess,
  params,
  body: { version, on: calendarDate, reason: text(200) },
  reply: o.orderPage,
});

export const listMyWork = endpoint({
  method: 'GET',
  path: '/api/repair-orders/my-work',
  reads: 'repair_orders',
  summary: 'The repair orders with lines that name you as the technician, soonest promised first',
  access: o.workAccess.read,
  query: { scope: z._default(z.enum(workScopes), 'open') },
  reply: z.array(o.work),
});

export const countMyWork = endpoint({
  method: 'GET',
  path: '/api/repair-orders/my-work/count',
  summary: 'Number of open repair orders that name you as a technician, and whether any ever did',
  access: o.workAccess.read,
  reply: z.object({ open: z.number(), isTechnician: z.boolean() }),
});

export const saveMyLine = endpoint({
  method: 'PUT',
  path: '/api/repair-orders/my-work/:lineId',
  summary: 'Write cause, correction and actual hours of a line that names you as the technician',
  access: o.workAccess.write,
  params: { lineId: idParam },
  body: { version, ...o.workFacts },
  reply: o.work,
});

const value = z.union([z.string(), z.number(), z.null()]);

/** A history event. Of money only what was charged, never cost. */
export const orderEvent = z.object({
  id: z.number(),
  at: time,
  by: z.string(),
  data: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('opened'), number: z.string() }),
    z.object({
      kind: z.literal('changed'),
      fields: z.array(z.object({ name: z.string(), from: value, to: value })),
    }),
    z.object({
      kind: z.literal('lines'),
      count: z.number(),
      fromSaleCents: z.number(),
      toSaleCents: z.number(),
    }),
    /** What a technician wrote on a line. */
    z.object({
      kind: z.literal('line'),
      position: z.number(),
      fields: z.array(z.object({ name: z.string(), from: value, to: value })),
    }),
    z.object({
      kind: z.literal('status'),
      from: o.status,
      to: o.status,
      reason: z.nullable(z.string()),
      /** The day it was closed; absent in events written before it could be chosen. */
      on: z.optional(z.string()),
    }),
    /** The day it was closed was wrong and was corrected. */
    z.object({ kind: z.literal('day'), from: z.string(), to: z.string(), reason: z.string() }),
  ]),
});
export type OrderEvent = z.output<typeof orderEvent>;

export const listOrderEvents = endpoint({
  method: 'GET',
  path: '/api/repair-orders/:orderId/events',
  summary: 'History of a repair order, newest first',
  access: o.readAccess,
  params,
  query: { before: z.optional(idParam) },
  reply: z.array(orderEvent),
});

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/repair-orders/choices',
  summary: 'Your stores, their employees, and the group’s time zone',
  access: o.readAccess,
  reply: z.object({
    stores: z.array(o.store),
    staff: z.array(z.extend(reference, { stores: z.array(o.store) })),
    timezone: z.string(),
    may: z.object({ open: z.boolean(), import: z.boolean(), seeCost: z.boolean() }),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;
