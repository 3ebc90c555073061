import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { text, time } from '../../../platform/contract/fields.ts';
import { lostReasons, statuses } from './status.ts';

export const readAccess = { page: 'customer_management', feature: 'view_data' } as const;
export const writeAccess = { page: 'customer_management', feature: 'create_records' } as const;

/** How the lead arrived; the source says which ad or site it was. */
export const types = ['internet', 'phone', 'walk_in', 'service', 'referral', 'previous'] as const;
export type LeadType = (typeof types)[number];
export const typeNames: Record<LeadType, string> = {
  internet: 'Internet',
  phone: 'Phone',
  walk_in: 'Walk-in',
  service: 'Service drive',
  referral: 'Referral',
  previous: 'Previous customer',
};

export const answers = ['call', 'text', 'email', 'visit'] as const;
export const outcomes = ['reached', 'left_message', 'sent', 'no_answer'] as const;

export const store = z.enum(stores);
export const status = z.enum(statuses);
export const type = z.enum(types);
export const person = z.object({ id: z.number(), name: z.string() });
export const lostReason = z.enum(lostReasons);

const freeText = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '');
/** A row id in a request body; a PostgreSQL `integer`. */
export const id = z.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
const year = z._default(
  z.nullable(z.number().check(z.int(), z.minimum(1900), z.maximum(2100))),
  null,
);

/** A vehicle of interest. */
export const interestInput = z.strictObject({
  /** A stock vehicle. */
  vehicleId: z._default(z.nullable(id), null),
  condition: z._default(z.nullable(z.enum(['new', 'used'])), null),
  year,
  make: freeText(60),
  model: freeText(60),
  trim: freeText(60),
  stockNumber: freeText(20),
  vin: freeText(17),
});
export const tradeInput = z.strictObject({
  year,
  make: freeText(60),
  model: freeText(60),
  trim: freeText(60),
  vin: freeText(17),
  miles: z._default(
    z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000))),
    null,
  ),
});

export const leadFacts = {
  type,
  sourceId: z._default(z.nullable(id), null),
  interests: z._default(z.array(interestInput).check(z.maxLength(5, 'At most 5 vehicles')), []),
  trade: z._default(z.nullable(tradeInput), null),
  comments: freeText(4_000),
};

/** The response clock; counts only opening hours of the store. */
export const clock = z.object({
  /** When the first response is due; null once there was one. */
  dueAt: z.nullable(time),
  /** Response time in opening hours, in seconds; until now if there was no response. */
  seconds: z.number(),
  isLate: z.boolean(),
});

/** A lead on the board or in the list. */
export const lead = z.object({
  id: z.number(),
  store,
  status,
  type,
  source: z.nullable(person),
  customer: person,
  /** Description of the first vehicle of interest; empty if there is none. */
  interest: z.string(),
  assignee: z.nullable(person),
  receivedAt: time,
  answeredAt: z.nullable(time),
  clock,
  appointmentAt: z.nullable(time),
  lostReason: z.nullable(lostReason),
  /** Time of its latest event. */
  lastAt: time,
  version: z.number(),
});
export type Lead = z.output<typeof lead>;

const interest = z.object({
  vehicleId: z.nullable(z.number()),
  condition: z.nullable(z.enum(['new', 'used'])),
  year: z.nullable(z.number()),
  make: z.string(),
  model: z.string(),
  trim: z.string(),
  stockNumber: z.string(),
  vin: z.string(),
});

/** One history event of a lead. */
export const leadEvent = z.object({
  id: z.number(),
  at: time,
  /** Null: done by the system, such as an assignment in rotation. */
  by: z.nullable(z.string()),
  data: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('received'), source: z.nullable(z.string()) }),
    z.object({ kind: z.literal('resent') }),
    z.object({ kind: z.literal('assigned'), to: z.nullable(z.string()), inTurn: z.boolean() }),
    z.object({
      kind: z.literal('answered'),
      how: z.enum(answers),
      outcome: z.enum(outcomes),
      note: z.string(),
    }),
    z.object({
      kind: z.literal('status'),
      from: status,
      to: status,
      reason: z.nullable(z.string()),
    }),
    z.object({ kind: z.literal('changed') }),
    z.object({ kind: z.literal('late') }),
  ]),
});
export type LeadEvent = z.output<typeof leadEvent>;

export const leadPage = z.extend(lead, {
  /** Phone numbers, preferred first; empty for do-not-contact customers, like `emails`. */
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  doNotContact: z.boolean(),
  interests: z.array(interest),
  trade: z.nullable(
    z.object({
      year: z.nullable(z.number()),
      make: z.string(),
      model: z.string(),
      trim: z.string(),
      vin: z.string(),
      miles: z.nullable(z.number()),
    }),
  ),
  comments: z.string(),
  events: z.array(leadEvent),
  may: z.object({
    edit: z.boolean(),
    /** Assign it to someone else; with write access anyone can claim an unassigned lead. */
    assign: z.boolean(),
    become: z.array(status),
    /** See the original message. */
    seeRaw: z.boolean(),
  }),
});
export type LeadPage = z.output<typeof leadPage>;

export const reason = text(200);
