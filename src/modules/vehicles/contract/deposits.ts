import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  calendarDate,
  freeText,
  id,
  idParam,
  text,
  time,
  version,
} from '../../../platform/contract/fields.ts';
import * as fields from './fields.ts';
import { writeAccess } from './vehicle.ts';

/** How a deposit ends by hand; with the delivery it is applied to the deal. */
export const depositEndings = ['refunded', 'kept'] as const;
export const depositOutcomes = ['applied', ...depositEndings] as const;
export type DepositOutcome = (typeof depositOutcomes)[number];

export const depositOutcomeNames: Record<DepositOutcome, string> = {
  applied: 'Applied to the deal',
  refunded: 'Refunded',
  kept: 'Forfeited',
};

/** Money a buyer left so that a vehicle waits for them. */
export const deposit = z.object({
  id: z.number(),
  /**
   * Without an id: someone who isn’t a customer yet. Null, like amount and day, of a deposit from the time when it was
   * only a status.
   */
  customer: z.nullable(z.object({ id: z.nullable(z.number()), name: z.string() })),
  cents: z.nullable(z.number()),
  /** The last day the vehicle is kept for them. */
  expiresOn: z.nullable(z.string()),
  isExpired: z.boolean(),
  note: z.string(),
  takenAt: time,
  takenBy: z.string(),
});
export type Deposit = z.output<typeof deposit>;

/** How many days ahead a deposit can keep a vehicle. */
export const depositMaxDays = 180;

export const takeDeposit = endpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/deposits',
  summary: 'Take a deposit on a vehicle; repeating the clientId returns the same one',
  access: writeAccess,
  params: { vehicleId: idParam },
  body: {
    clientId: z.uuid(),
    version,
    /** A customer of the actor’s stores, or else `customerName`. */
    customerId: z.optional(z.nullable(id)),
    customerName: z.optional(text(100)),
    cents: z.number().check(z.int(), z.minimum(1), z.maximum(100_000_000)),
    expiresOn: calendarDate,
    note: freeText(200),
  },
  reply: deposit,
  status: 201,
});

export const endDeposit = endpoint({
  method: 'POST',
  path: '/api/fleet/deposits/:depositId/end',
  summary: 'Refund or forfeit a deposit; the vehicle is for sale again unless it is sold',
  access: writeAccess,
  params: { depositId: idParam },
  body: { outcome: z.enum(depositEndings), reason: fields.reason },
  reply: z.object({ message: z.string() }),
});
