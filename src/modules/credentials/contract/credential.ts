import * as z from 'zod/mini';
import { department } from '../../../platform/contract/access.ts';
import { calendarDate, id, time, version } from '../../../platform/contract/fields.ts';
import { store } from './kinds.ts';

/** Days before expiry at which a credential is expiring, and the first reminder is sent. */
export const expiringDays = 90;

export const statuses = [
  'expired',
  'revoked',
  'missing',
  'expiring',
  'submitted',
  'valid',
] as const;
/** `submitted`: it has never been verified. */
export type Status = (typeof statuses)[number];

export const termStates = ['submitted', 'verified', 'returned', 'withdrawn'] as const;
export type TermState = (typeof termStates)[number];

const line = (max: number) => z.string().check(z.trim(), z.maxLength(max));

/** Two letters of a state or province. */
export const region = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'Enter the two letters of the state'));

/** What is entered when a credential is issued or renewed. */
export const termFacts = {
  /** Omitted in a renewal: the number stays. */
  number: z.optional(line(60)),
  issuer: z._default(line(100), ''),
  region: z._default(z.nullable(region), null),
  class: z._default(line(40), ''),
  restrictions: z._default(line(100), ''),
  issuedOn: z._default(z.nullable(calendarDate), null),
  /** Null: it does not expire. */
  expiresOn: z.nullable(calendarDate),
};

export const term = z.object({
  id: z.number(),
  /** Null if there is none, or if it is private: see `readNumber`. */
  number: z.nullable(z.string()),
  hasPrivateNumber: z.boolean(),
  issuer: z.string(),
  region: z.nullable(z.string()),
  class: z.string(),
  restrictions: z.string(),
  issuedOn: z.nullable(z.string()),
  expiresOn: z.nullable(z.string()),
  state: z.enum(termStates),
  enteredBy: z.string(),
  enteredAt: time,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(time),
  /** Why HR returned it. */
  reason: z.nullable(z.string()),
});
export type Term = z.output<typeof term>;

const kindOf = z.object({
  id: z.number(),
  name: z.string(),
  byStore: z.boolean(),
  mustExpire: z.boolean(),
  validMonths: z.nullable(z.number()),
  isNumberPrivate: z.boolean(),
});

export const credential = z.object({
  id: z.number(),
  kind: kindOf,
  store: z.nullable(store),
  status: z.enum(statuses),
  /** Expired, but selling and driving stay allowed through this day. */
  graceUntil: z.nullable(z.string()),
  /** The latest verified one. */
  current: z.nullable(term),
  /** Waits for HR. */
  submitted: z.nullable(term),
  /** All of them, latest first. */
  terms: z.array(term),
  revoked: z.nullable(z.object({ on: z.string(), by: z.string(), reason: z.string() })),
  version: z.number(),
  may: z.object({
    /** As HR: it counts at once. Otherwise HR verifies it. */
    renew: z.boolean(),
    withdraw: z.boolean(),
    decide: z.boolean(),
    /** Correct, revoke, restore and remove. */
    manage: z.boolean(),
    readNumber: z.boolean(),
  }),
});
export type Credential = z.output<typeof credential>;

export const employeeCredentials = z.object({
  employee: z.object({
    id: z.number(),
    name: z.string(),
    jobTitle: z.nullable(z.string()),
    department: z.nullable(department),
    store: z.nullable(store),
  }),
  isOwn: z.boolean(),
  credentials: z.array(credential),
  missing: z.array(z.object({ kind: kindOf, store: z.nullable(store) })),
  /** The stores that a credential which holds at one store can be for. */
  stores: z.array(store),
  may: z.object({
    add: z.boolean(),
    /** What they enter counts at once. */
    verify: z.boolean(),
  }),
});
export type EmployeeCredentials = z.output<typeof employeeCredentials>;

export const newCredential = {
  clientId: z.uuid(),
  userId: id,
  kindId: id,
  store: z._default(z.nullable(store), null),
  ...termFacts,
};

export const renewal = { clientId: z.uuid(), version, ...termFacts };
