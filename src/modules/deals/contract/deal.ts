import * as z from 'zod/mini';
import {
  type Department,
  isJobOf,
  type JobGrants,
  permits,
  stores,
} from '../../../platform/contract/access.ts';
import { reference, time } from '../../../platform/contract/fields.ts';
import { datedStatuses, statuses } from './status.ts';

export const readAccess = { page: 'customer_management', feature: 'view_data' } as const;
export const writeAccess = { page: 'customer_management', feature: 'create_records' } as const;

/** Those whose job is the deal; service, parts, HR and IT read it. */
export const dealDepartments: readonly Department[] = ['sales', 'finance', 'back_office'];
export const canWriteDeals = (user: JobGrants): boolean =>
  permits(writeAccess, user) && isJobOf(user, dealDepartments);

export const types = ['retail', 'lease', 'fleet', 'wholesale', 'dealer_trade'] as const;
export type DealType = (typeof types)[number];
export const typeNames: Record<DealType, string> = {
  retail: 'Retail',
  lease: 'Lease',
  fleet: 'Fleet',
  wholesale: 'Wholesale',
  dealer_trade: 'Dealer trade',
};

export const conditions = ['new', 'used', 'cpo'] as const;

export const methods = ['cash', 'finance', 'lease'] as const;
export const methodNames: Record<(typeof methods)[number], string> = {
  cash: 'Cash or outside financing',
  finance: 'Dealer-arranged financing',
  lease: 'Dealer-arranged lease',
};

/** Products the F&I office sells. */
export const productKinds = [
  'service_contract',
  'gap',
  'maintenance',
  'tire_wheel',
  'appearance',
  'theft',
  'key',
  'other',
] as const;
export type ProductKind = (typeof productKinds)[number];
export const productNames: Record<ProductKind, string> = {
  service_contract: 'Service contract',
  gap: 'GAP',
  maintenance: 'Prepaid maintenance',
  tire_wheel: 'Tire and wheel',
  appearance: 'Appearance protection',
  theft: 'Theft protection',
  key: 'Key replacement',
  other: 'Other',
};

export const store = z.enum(stores);
export const status = z.enum(statuses);
export const datedStatus = z.enum(datedStatuses);

export const number = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z]{0,2}\d{3,10}[A-Z]?$/, 'Use 3 to 10 digits, with up to two letters in front'),
  );

/** Front: price less cost, reconditioning, pack and over-allowance. Back: reserve plus products less their cost. */
export const gross = z.object({ frontCents: z.number(), backCents: z.number() });

/** A deal in a list. Dates are `YYYY-MM-DD` in the group time zone. */
export const deal = z.object({
  id: z.number(),
  store,
  number: z.string(),
  status,
  type: z.enum(types),
  condition: z.enum(conditions),
  customer: reference,
  vehicleId: z.nullable(z.number()),
  vehicle: z.string(),
  vin: z.nullable(z.string()),
  stockNumber: z.string(),
  /** Null for a house deal. */
  salesperson: z.nullable(reference),
  /** Shares unit and gross with the salesperson, half each. */
  secondSalesperson: z.nullable(reference),
  financeManager: z.nullable(reference),
  openedAt: time,
  signedOn: z.nullable(z.string()),
  deliveredOn: z.nullable(z.string()),
  fundedOn: z.nullable(z.string()),
  priceCents: z.number(),
  productCount: z.number(),
  /** Open due bills. */
  dueBillCount: z.number(),
  /** Only with access to financial reports. */
  gross: z.optional(gross),
  version: z.number(),
});
export type Deal = z.output<typeof deal>;

const creditRoles = ['salesperson', 'closer', 'finance_manager'] as const;
export const creditNames: Record<(typeof creditRoles)[number], string> = {
  salesperson: 'Salesperson',
  closer: 'Closer',
  finance_manager: 'F&I',
};
/** What a person without a name on the deal is called: no salesperson sold it. */
export const houseDeal = 'House deal';

/** One person’s share of a deal. Two salespeople have half a unit and half the gross each. */
const credit = z.object({
  role: z.enum(creditRoles),
  /** Null for a house deal. */
  person: z.nullable(reference),
  units: z.number(),
  /** Only with access to financial reports. F&I is credited with back gross alone. */
  gross: z.optional(gross),
});
export type Credit = z.output<typeof credit>;

export const product = z.object({
  id: z.number(),
  kind: z.enum(productKinds),
  provider: z.string(),
  priceCents: z.number(),
  costCents: z.optional(z.number()),
});
export const dueBill = z.object({
  id: z.number(),
  what: z.string(),
  doneAt: z.nullable(z.string()),
  doneBy: z.nullable(z.string()),
});
export const trade = z.object({
  vehicle: z.string(),
  vin: z.nullable(z.string()),
  miles: z.nullable(z.number()),
  allowanceCents: z.number(),
  payoffCents: z.number(),
  acvCents: z.optional(z.number()),
});

export const dealPage = z.extend(deal, {
  closer: z.nullable(reference),
  /** Empty for deals that carry no credit: wholesale, fleet, dealer trades and canceled ones. */
  credits: z.array(credit),
  method: z.enum(methods),
  lender: z.string(),
  rate: z.nullable(z.number()),
  termMonths: z.nullable(z.number()),
  feesCents: z.number(),
  taxCents: z.number(),
  rebateCents: z.number(),
  downCents: z.number(),
  /** Price, fees, tax and products, less rebate, trade-in allowance and down payment, plus the payoff. */
  balanceCents: z.number(),
  trade: z.nullable(trade),
  /** The trade-in as a stock vehicle, once it was added to inventory. */
  tradeVehicleId: z.nullable(z.number()),
  products: z.array(product),
  dueBills: z.array(dueBill),
  milesAtDelivery: z.nullable(z.number()),
  costs: z.optional(
    z.object({
      costCents: z.number(),
      reconCents: z.number(),
      packCents: z.number(),
      reserveCents: z.number(),
    }),
  ),
  note: z.string(),
  may: z.object({
    edit: z.boolean(),
    seeCost: z.boolean(),
    takeTrade: z.boolean(),
    /** Whether the actor may mark due bills as done. */
    keepPromises: z.boolean(),
    become: z.array(
      z.object({
        status,
        needsReason: z.boolean(),
        /** The days it may have happened on, if it happens on one. `isKept`: it keeps the day it first happened. */
        day: z.nullable(
          z.object({
            from: z.string(),
            to: z.string(),
            proposed: z.string(),
            isKept: z.boolean(),
          }),
        ),
      }),
    ),
    /** The days the actor may correct, and within which limits. `refusal`: why not, while the month is locked. */
    correct: z.array(
      z.object({
        status: datedStatus,
        on: z.string(),
        from: z.string(),
        to: z.string(),
        refusal: z.nullable(z.string()),
      }),
    ),
  }),
});
export type DealPage = z.output<typeof dealPage>;
