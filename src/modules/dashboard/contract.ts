import * as z from 'zod/mini';
import { stores } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { time } from '../../platform/contract/fields.ts';

export const readAccess = { page: 'dashboard' } as const;
/** Single records carry customer names, so they need their own permission. */
export const recordAccess = { page: 'customer_management', feature: 'view_data' } as const;
export const stockAccess = { page: 'fleet_operations', feature: 'view_data' } as const;

const store = z.enum(stores);
const count = z.number();
/** Twelve months, oldest first; null before the first records. */
const line = z.array(z.nullable(z.number()));

/** The four headline figures; sales are dollars, everything else is a count. */
const headline = {
  totalSales: count,
  vehiclesSold: count,
  serviceOrders: count,
  activeCustomers: count,
};
export type Headline = keyof typeof headline;

/** Units of a model this month and in the same days of last month. */
const model = z.object({ name: z.string(), units: count, before: count });

const brand = z.object({
  store,
  units: count,
  before: count,
  models: z.array(model),
  months: line,
  /** Front and back gross in cents; requires `financial_reports`. */
  grossCents: z.optional(line),
});
export type Brand = z.output<typeof brand>;

/** One store’s results; fields the reader may not see are left out. */
const standing = z.object({
  store,
  units: count,
  before: count,
  /** Projected units at month end, from selling days so far; null before the first selling day. */
  pace: z.nullable(z.number()),
  /** Requires `financial_reports`; per unit is null until a unit is delivered. */
  gross: z.optional(
    z.object({
      frontCents: count,
      backCents: count,
      /** Back gross per unit: what a showroom calls PVR. */
      backPerUnitCents: z.nullable(z.number()),
      perUnitCents: z.nullable(z.number()),
    }),
  ),
  aged: z.optional(z.object({ '61-90': count, '90+': count })),
  inTransit: z.optional(z.object({ count, oldestDays: z.nullable(z.number()) })),
  lateOrders: z.optional(count),
  waitingLeads: z.optional(count),
});
export type Standing = z.output<typeof standing>;

export const stats = z.object({
  ...headline,
  /** The same figures for the same days of last month. */
  before: z.object(headline),
  /** First and last day of this period and of the one it is compared with: `2026-11-22`. */
  days: z.object({
    from: z.string(),
    to: z.string(),
    beforeFrom: z.string(),
    beforeTo: z.string(),
  }),
  /** The last twelve months, current month last: `2026-11`. */
  months: z.array(z.string()),
  history: z.object({
    totalSales: line,
    vehiclesSold: line,
    serviceOrders: line,
    activeCustomers: line,
  }),
  brands: z.array(brand),
  /** One per store; only for general managers and above. */
  standings: z.optional(z.array(standing)),
});
export type Stats = z.output<typeof stats>;

export const getStats = endpoint({
  method: 'GET',
  path: '/api/dashboard/stats',
  summary: 'Month-to-date figures for your stores, compared with the same days last month',
  access: readAccess,
  reply: stats,
});

export const activityKinds = ['signed', 'delivered', 'order', 'lead', 'customer'] as const;

/** One entry of recent activity: who did what, with a link to the record. */
const activityItem = z.object({
  key: z.string(),
  kind: z.enum(activityKinds),
  at: time,
  store,
  /** Null when no employee was involved, such as an incoming internet lead. */
  by: z.nullable(z.string()),
  what: z.string(),
  customer: z.string(),
  href: z.string(),
});
export type ActivityItem = z.output<typeof activityItem>;

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/dashboard/activity',
  summary: 'Recent activity in your stores, as far as you may see it, newest first',
  access: readAccess,
  reply: z.array(activityItem),
});

/** A task, an appointment or a request. */
const dayItem = z.object({
  id: z.string(),
  title: z.string(),
  /** The customer it is for, or the requester. */
  whose: z.string(),
  at: z.nullable(z.string()),
  isLate: z.boolean(),
  href: z.string(),
});
export type DayItem = z.output<typeof dayItem>;

/** What someone has to show for a month: sold, closed, in F&I, advised, worked. */
export const ownKinds = [
  'units',
  'gross',
  'closedUnits',
  'closedGross',
  'financeUnits',
  'financeGross',
  'orders',
  'hours',
] as const;

export const day = z.object({
  timezone: z.string(),
  /** Null without access to customer records. */
  tasks: z.nullable(z.array(dayItem)),
  appointments: z.nullable(z.array(dayItem)),
  requests: z.array(dayItem),
  /**
   * The user’s own month to date and the same days of last month. Units may be halves; gross, which requires
   * `financial_reports`, is in cents, hours in hundredths.
   */
  month: z.array(z.object({ kind: z.enum(ownKinds), now: count, before: count })),
  /** First and last day the month is compared with. */
  before: z.object({ from: z.string(), to: z.string() }),
});
export type Day = z.output<typeof day>;

export const getDay = endpoint({
  method: 'GET',
  path: '/api/dashboard/day',
  summary: 'Your day: tasks, appointments, requests and your month to date',
  access: readAccess,
  reply: day,
});

/** How each figure is calculated, shown to the reader. */
export const formulas = {
  totalSales:
    'Sale prices of retail and lease deals delivered this month, compared with the same days last month.',
  vehiclesSold:
    'Retail and lease deals delivered this month. Wholesale, fleet and dealer trades do not count.',
  serviceOrders: 'Repair orders closed this month. Void orders do not count.',
  activeCustomers:
    'Customers with a repair order opened, a deal opened or delivered, a showroom visit or a lead this month. Each customer counts once.',
  pace: 'Units so far ÷ selling days so far × selling days in the month. Selling days are the days the showroom is open.',
  gross:
    'Front: price less cost, reconditioning, pack and over-allowance. Back: finance reserve and products less their cost. Delivered retail and lease deals only.',
  backPerUnit:
    'PVR, per vehicle retailed: finance reserve and products less their cost ÷ units delivered this month.',
  perUnit: 'Front and back gross ÷ units delivered this month.',
  aged: 'Vehicles for sale on the ground, 61 to 90 days since acquisition. Vehicles in transit, sold, or used as loaners or demos don’t count.',
  veryAged:
    'Vehicles for sale on the ground, more than 90 days since acquisition. Vehicles in transit, sold, or used as loaners or demos don’t count.',
  inTransit:
    'Contracts in transit: deals delivered and not yet funded, with the days since the oldest delivery.',
  lateOrders: 'Open repair orders past their promised time.',
  waitingLeads: 'Leads with no response yet.',
} as const;
export type Figure = keyof typeof formulas;
