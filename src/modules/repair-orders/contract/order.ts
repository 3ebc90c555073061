import * as z from 'zod/mini';
import {
  type Department,
  isJobOf,
  type JobGrants,
  permits,
  stores,
} from '../../../platform/contract/access.ts';
import { freeText, id, instant, reference, text, time } from '../../../platform/contract/fields.ts';
import { vinInput } from '../../vin/contract.ts';
import { statuses } from './status.ts';

export const readAccess = { page: 'customer_management', feature: 'view_data' } as const;
export const writeAccess = { page: 'customer_management', feature: 'create_records' } as const;

const serviceDepartments: readonly Department[] = ['service', 'parts'];
/** Those whose job is the repair order; everyone else reads it. */
export const canWriteOrders = (user: JobGrants): boolean =>
  permits(writeAccess, user) && isJobOf(user, serviceDepartments);

/** For those a line names as its technician, without the page of repair orders; which lines is decided by row. */
export const workAccess = {
  read: { feature: 'view_data' },
  write: { feature: 'create_records' },
} as const;

export const payTypes = ['customer', 'warranty', 'internal'] as const;
export type PayType = (typeof payTypes)[number];
export const payTypeNames: Record<PayType, string> = {
  customer: 'Customer pay',
  warranty: 'Warranty pay',
  internal: 'Internal pay',
};

export const linesAtMost = 100;
const maxCents = 10_000_000;

export const store = z.enum(stores);
export const status = z.enum(statuses);

const amount = z.number().check(z.int(), z.minimum(0), z.maximum(maxCents));
const cents = z._default(amount, 0);
/** Hundredths of an hour. */
const hours = z._default(z.number().check(z.int(), z.minimum(0), z.maximum(10_000)), 0);

/** The three C’s of a line, and its money in cents. */
export const lineInput = z.strictObject({
  /** Id of the existing line; omitted for a new one. */
  id: z.optional(id),
  payType: z.enum(payTypes),
  opCode: freeText(20),
  complaint: text(1_000),
  cause: freeText(1_000),
  correction: freeText(1_000),
  technicianId: z._default(z.nullable(id), null),
  hoursFlagged: hours,
  hoursActual: hours,
  laborSaleCents: cents,
  partsSaleCents: cents,
  /** Accepted only with `financial_reports`; when omitted, the stored cost is kept. */
  laborCostCents: z.optional(amount),
  partsCostCents: z.optional(amount),
  declined: z._default(z.boolean(), false),
});
export type LineInput = z.output<typeof lineInput>;

export const line = z.object({
  id: z.number(),
  payType: z.enum(payTypes),
  opCode: z.string(),
  complaint: z.string(),
  cause: z.string(),
  correction: z.string(),
  technician: z.nullable(reference),
  hoursFlagged: z.number(),
  hoursActual: z.number(),
  laborSaleCents: z.number(),
  partsSaleCents: z.number(),
  declined: z.boolean(),
  /** Only with `financial_reports`. */
  cost: z.optional(z.object({ laborCents: z.number(), partsCents: z.number() })),
});
export type Line = z.output<typeof line>;

/** What a technician writes on a line. */
export const workFacts = {
  cause: z.string().check(z.trim(), z.maxLength(1_000)),
  correction: z.string().check(z.trim(), z.maxLength(1_000)),
  hoursActual: z.number().check(z.int(), z.minimum(0), z.maximum(10_000)),
};

/** A line as its technician sees it: the work, without prices. */
export const workLine = z.object({
  id: z.number(),
  position: z.number(),
  payType: z.enum(payTypes),
  opCode: z.string(),
  complaint: z.string(),
  cause: z.string(),
  correction: z.string(),
  hoursFlagged: z.number(),
  hoursActual: z.number(),
  declined: z.boolean(),
  version: z.number(),
  may: z.object({ edit: z.boolean() }),
});
export type WorkLine = z.output<typeof workLine>;

/** A repair order as a technician on it sees it: the vehicle and their own lines, without the customer. */
export const work = z.object({
  id: z.number(),
  store,
  number: z.string(),
  status,
  vehicle: z.string(),
  vin: z.nullable(z.string()),
  milesIn: z.nullable(z.number()),
  advisor: z.string(),
  openedAt: time,
  promisedAt: z.nullable(time),
  closedAt: z.nullable(time),
  note: z.string(),
  lines: z.array(workLine),
});
export type Work = z.output<typeof work>;

export const orderFacts = {
  customerId: id,
  vehicle: text(200),
  vin: vinInput,
  advisorId: id,
  promisedAt: z._default(z.nullable(instant), null),
  milesIn: z._default(
    z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000))),
    null,
  ),
  milesOut: z._default(
    z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000))),
    null,
  ),
  note: freeText(2_000),
};

export const number = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(
      /^[A-Z]{0,2}\d{3,10}[A-Z]?$/,
      'Enter 3 to 10 digits, with up to two letters before them',
    ),
  );

/** A row of the list; totals exclude declined lines. */
export const order = z.object({
  id: z.number(),
  store,
  number: z.string(),
  status,
  customer: reference,
  vehicle: z.string(),
  vin: z.nullable(z.string()),
  advisor: reference,
  openedAt: time,
  promisedAt: z.nullable(time),
  closedAt: z.nullable(time),
  lineCount: z.number(),
  hoursFlagged: z.number(),
  saleCents: z.number(),
  /** Only with `financial_reports`. */
  grossCents: z.optional(z.number()),
  version: z.number(),
});
export type Order = z.output<typeof order>;

export const orderPage = z.extend(order, {
  milesIn: z.nullable(z.number()),
  milesOut: z.nullable(z.number()),
  note: z.string(),
  lines: z.array(line),
  may: z.object({
    edit: z.boolean(),
    seeCost: z.boolean(),
    become: z.array(
      z.object({
        status,
        needsReason: z.boolean(),
        /** With `closed`: the days it may have been closed on. `isKept`: it keeps the day it was first closed. */
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
    /** The limits for correcting the day it was closed; null if the actor may not. `refusal`: its month is locked. */
    correct: z.nullable(
      z.object({
        on: z.string(),
        from: z.string(),
        to: z.string(),
        refusal: z.nullable(z.string()),
      }),
    ),
  }),
});
export type OrderPage = z.output<typeof orderPage>;
