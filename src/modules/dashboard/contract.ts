import * as z from 'zod/mini';
import { stores } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { time } from '../../platform/contract/fields.ts';

export const readAccess = { page: 'dashboard' } as const;
/** What single records, with names on them, are told only to who holds. */
export const recordAccess = { page: 'customer_management', feature: 'view_data' } as const;
export const stockAccess = { page: 'fleet_operations', feature: 'view_data' } as const;

const store = z.enum(stores);
const count = z.number();
/** Of twelve months, the oldest first; null: from before there were any records. */
const line = z.array(z.nullable(z.number()));

/** The four figures of SPEC’s dashboard; sales are dollars, everything else is a count. */
const headline = {
  totalSales: count,
  vehiclesSold: count,
  serviceOrders: count,
  activeCustomers: count,
};
export type Headline = keyof typeof headline;

/** A model sold this month, and how many of it in the same days of the month before. */
const model = z.object({ name: z.string(), units: count, before: count });

const brand = z.object({
  store,
  units: count,
  before: count,
  models: z.array(model),
  months: line,
  /** Front and back gross in cents; only for who may see financial reports. */
  grossCents: z.optional(line),
});
export type Brand = z.output<typeof brand>;

/** Where a store stands; what somebody may not see is left out. */
const standing = z.object({
  store,
  units: count,
  before: count,
  /** Units by the end of the month at the speed of its selling days so far; null before the first of them. */
  pace: z.nullable(z.number()),
  /** Only for who may see financial reports; per unit is null while no unit is delivered. */
  gross: z.optional(
    z.object({ frontCents: count, backCents: count, perUnitCents: z.nullable(z.number()) }),
  ),
  aged: z.optional(z.object({ '61-90': count, '90+': count })),
  inTransit: z.optional(z.object({ count, oldestDays: z.nullable(z.number()) })),
  lateOrders: z.optional(count),
  waitingLeads: z.optional(count),
});
export type Standing = z.output<typeof standing>;

export const stats = z.object({
  ...headline,
  /** The same figures of the same days of the month before. */
  before: z.object(headline),
  /** First and last of those days, and of the ones they are compared with: `2026-11-22`. */
  days: z.object({
    from: z.string(),
    to: z.string(),
    beforeFrom: z.string(),
    beforeTo: z.string(),
  }),
  /** The last twelve months, this one last: `2026-11`. */
  months: z.array(z.string()),
  history: z.object({
    totalSales: line,
    vehiclesSold: line,
    serviceOrders: line,
    activeCustomers: line,
  }),
  brands: z.array(brand),
  /** One of each store; only for who leads a store or the group. */
  standings: z.optional(z.array(standing)),
});
export type Stats = z.output<typeof stats>;

export const getStats = endpoint({
  method: 'GET',
  path: '/api/dashboard/stats',
  summary: 'The month so far in your stores, beside the same days of the month before',
  access: readAccess,
  reply: stats,
});

export const activityKinds = ['signed', 'delivered', 'order', 'lead', 'customer'] as const;

/** Something that happened lately: who did it, with what, and where it is told in full. */
const happening = z.object({
  key: z.string(),
  kind: z.enum(activityKinds),
  at: time,
  store,
  /** Null: nobody of the house, such as a lead that came by itself. */
  by: z.nullable(z.string()),
  what: z.string(),
  customer: z.string(),
  href: z.string(),
});
export type Happening = z.output<typeof happening>;

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/dashboard/activity',
  summary: 'What happened lately in your stores, as far as you may see it; the latest first',
  access: readAccess,
  reply: z.array(happening),
});

const errand = z.object({
  id: z.string(),
  title: z.string(),
  /** Whom it is for, or who asked. */
  whose: z.string(),
  at: z.nullable(z.string()),
  isLate: z.boolean(),
  href: z.string(),
});
export type Errand = z.output<typeof errand>;

export const day = z.object({
  timezone: z.string(),
  /** Null: the pages of the customers are not this person’s. */
  tasks: z.nullable(z.array(errand)),
  appointments: z.nullable(z.array(errand)),
  requests: z.array(errand),
  /** One’s own of the month so far and of the same days of the month before; hours in hundredths. */
  month: z.array(
    z.object({ kind: z.enum(['units', 'orders', 'hours']), now: count, before: count }),
  ),
  /** First and last of the days the month is compared with. */
  before: z.object({ from: z.string(), to: z.string() }),
});
export type Day = z.output<typeof day>;

export const getDay = endpoint({
  method: 'GET',
  path: '/api/dashboard/day',
  summary: 'Your own day: what is left to do, who comes, what you were asked for, and your month',
  access: readAccess,
  reply: day,
});

/** How each figure is reckoned, for whoever reads it. */
export const formulas = {
  totalSales:
    'Prices of the retail and lease deals delivered this month, compared with the same days of last month.',
  vehiclesSold:
    'Retail and lease deals delivered this month. Wholesale, fleet and dealer trades do not count.',
  serviceOrders: 'Repair orders closed this month. Void ones do not count.',
  activeCustomers:
    'Customers who this month had a repair order written up, a deal written or delivered, a showroom visit or a lead. Each counts once.',
  pace: 'Units so far ÷ selling days so far × selling days of the month. Selling days are those the showroom is open.',
  gross:
    'Front: price less cost, reconditioning, pack and over-allowance. Back: finance reserve and products less their cost. Of delivered retail and lease deals.',
  perUnit: 'Front and back gross ÷ units delivered this month.',
  aged: 'Cars in stock for 61 to 90 days since they were acquired.',
  veryAged: 'Cars in stock for more than 90 days since they were acquired.',
  inTransit: 'Deals delivered and not yet funded, with the days since the oldest was delivered.',
  lateOrders: 'Repair orders that are not closed although the promised time has passed.',
  waitingLeads: 'Leads nobody has answered yet.',
} as const;
export type Figure = keyof typeof formulas;
