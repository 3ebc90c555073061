import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { calendarDate, text } from '../../../platform/contract/fields.ts';
import { classes, conditions, firstStatuses } from './status.ts';

export const sources = ['trade', 'auction', 'purchase', 'factory', 'transfer'] as const;
export type Source = (typeof sources)[number];
export const sourceNames: Record<Source, string> = {
  trade: 'Trade-in',
  auction: 'Auction',
  purchase: 'Private purchase',
  factory: 'Factory',
  transfer: 'Dealer trade',
};

export const maxMiles = 2_000_000;
export const maxCents = 200_000_000;
export const reasonMaxLength = 200;

export const store = z.enum(stores);
const miles = z.number().check(z.int(), z.minimum(0), z.maximum(maxMiles));
const price = z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(maxCents)));
export const cents = z.number().check(z.int(), z.minimum(0), z.maximum(maxCents));
const optionalText = (max: number) => z.string().check(z.trim(), z.maxLength(max));
export const reason = text(reasonMaxLength);

/** The days of a year by which a lender counts interest. */
export type YearDays = 360 | 365;

/** Floorplan financing of a vehicle. */
export const floorplanTerms = {
  lender: text(60),
  flooredOn: calendarDate,
  /** Annual interest, in hundredths of a percent. */
  rateBps: z.number().check(z.int(), z.minimum(0), z.maximum(5000)),
  /** What the lender paid for the vehicle, which need not be its cost. */
  principalCents: z.number().check(z.int(), z.minimum(1), z.maximum(maxCents)),
  yearDays: z.union([z.literal(360), z.literal(365)]),
  /** Days from the floored day on that cost no interest. */
  freeDays: z.number().check(z.int(), z.minimum(0), z.maximum(365)),
};
const floorplan = {
  ...floorplanTerms,
  /** Defaults to the cost. */
  principalCents: z.optional(floorplanTerms.principalCents),
  yearDays: z._default(floorplanTerms.yearDays, 360),
  freeDays: z._default(floorplanTerms.freeDays, 0),
  /** When it was paid off. */
  paidOn: z._default(z.nullable(calendarDate), null),
};

/** Editable facts, as typed. */
export const facts = {
  vin: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  store,
  year: z.number().check(z.int(), z.minimum(1900), z.maximum(2100)),
  make: text(40),
  model: text(60),
  trim: optionalText(60),
  body: optionalText(40),
  exterior: optionalText(40),
  interior: optionalText(40),
  mileage: miles,
  condition: z.enum(conditions),
  acquiredOn: calendarDate,
  acquiredFrom: z.enum(sources),
  listCents: price,
  msrpCents: price,
  lotLocation: optionalText(40),
  keyTag: optionalText(20),
  class: z.enum(classes),
};

/** Only with `financial_reports`. */
export const moneyFacts = {
  costCents: z.nullable(cents),
  packCents: cents,
  floorplan: z.nullable(z.strictObject(floorplan)),
};

export const stockNumber = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z0-9][A-Z0-9-]{2,15}$/, 'Enter 3 to 16 letters, digits or hyphens'),
  );

export const firstStatus = z.enum(firstStatuses);
