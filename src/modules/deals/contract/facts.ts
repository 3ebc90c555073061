import * as z from 'zod/mini';
import { freeText, id, text, version } from '../../../platform/contract/fields.ts';
import { vinInput } from '../../vin/contract.ts';
import { conditions, methods, productKinds, types } from './deal.ts';

export const productsAtMost = 20;
export const dueBillsAtMost = 30;
export const maxCents = 100_000_000;

const amount = z
  .number()
  .check(
    z.int(),
    z.minimum(0, 'Enter an amount of 0 or more'),
    z.maximum(maxCents, 'At most $1,000,000'),
  );
const cents = z._default(amount, 0);
const miles = z._default(
  z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000))),
  null,
);

/** A product in a request body; `id` as in the version being saved over. */
export const productInput = z.strictObject({
  id: z.optional(id),
  kind: z.enum(productKinds),
  provider: freeText(100),
  priceCents: cents,
  /** Only with access to financial reports; omitted, the stored value stays, and null clears it. */
  costCents: z.optional(z.nullable(amount)),
});
export type ProductInput = z.output<typeof productInput>;

/** A promise to the buyer, in writing. */
export const dueBillInput = z.strictObject({
  id: z.optional(id),
  what: text(200),
  isDone: z._default(z.boolean(), false),
});
export type DueBillInput = z.output<typeof dueBillInput>;

export const tradeInput = z.strictObject({
  vehicle: text(200),
  vin: vinInput,
  miles,
  /** Credited to the buyer. */
  allowanceCents: cents,
  payoffCents: cents,
  /**
   * Actual cash value; only with access to financial reports. Omitted, the stored value of the same vehicle stays; null
   * clears it.
   */
  acvCents: z.optional(z.nullable(amount)),
});

/** Readable and writable only with access to financial reports. */
export const costsInput = z.strictObject({
  costCents: cents,
  reconCents: cents,
  packCents: cents,
  /** What the lender pays for the contract. */
  reserveCents: cents,
});

export const dealFacts = {
  type: z._default(z.enum(types), 'retail'),
  customerId: id,
  /** A stock vehicle; null for one kept in another system. */
  vehicleId: z._default(z.nullable(id), null),
  /** As sold; for a stock vehicle the server fills these in. */
  vehicle: freeText(200),
  vin: vinInput,
  stockNumber: freeText(20),
  condition: z._default(z.enum(conditions), 'new'),
  /** Null for a house deal. */
  salespersonId: z.nullable(id),
  /** Shares unit and gross with the salesperson, half each. */
  secondSalespersonId: z._default(z.nullable(id), null),
  /** Closed the deal for the salespeople. */
  closerId: z._default(z.nullable(id), null),
  /** The F&I manager. */
  financeManagerId: z._default(z.nullable(id), null),
  method: z._default(z.enum(methods), 'cash'),
  lender: freeText(100),
  /** Annual rate in hundredths of a percent. */
  rate: z._default(z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(4_000))), null),
  termMonths: z._default(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(120))), null),
  priceCents: cents,
  feesCents: cents,
  taxCents: cents,
  rebateCents: cents,
  downCents: cents,
  trade: z._default(z.nullable(tradeInput), null),
  products: z._default(
    z.array(productInput).check(z.maxLength(productsAtMost, 'At most 20 products')),
    [],
  ),
  dueBills: z._default(
    z.array(dueBillInput).check(z.maxLength(dueBillsAtMost, 'At most 30 due bills')),
    [],
  ),
  /** Omitted, the stored costs stay. 403 without access to financial reports. */
  costs: z.optional(costsInput),
  note: freeText(2_000),
};

/** The trade-in as a stock vehicle, from its title. Its value comes from the deal. */
export const tradeFacts = {
  version,
  vin: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  /** Why the VIN is accepted although its check digit is wrong. */
  vinReason: z.optional(text(200)),
  year: z.number().check(z.int(), z.minimum(1900), z.maximum(2100)),
  make: text(40),
  model: text(60),
  trim: freeText(60),
  mileage: z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000)),
};
