import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { freeText, id, reference, text, time } from '../../../platform/contract/fields.ts';
import { freeVin } from '../../vin/contract.ts';
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
/** Only `reached` is contact; the others are attempts. */
export const outcomes = ['reached', 'left_message', 'sent', 'no_answer'] as const;

/** What stops the response clock, for the whole group. */
export const clockStops = ['attempt', 'contact'] as const;
export type ClockStop = (typeof clockStops)[number];
export const clockStopNames: Record<ClockStop, string> = {
  attempt: 'First attempt',
  contact: 'First contact',
};

/** The steps of a showroom visit that the history of a lead shows. */
export const visitSteps = ['arrived', 'returned', 'test_drive', 'write_up', 'left'] as const;
export const visitResults = ['sold', 'appointment', 'be_back', 'left'] as const;

export const store = z.enum(stores);
export const status = z.enum(statuses);
export const type = z.enum(types);
export const lostReason = z.enum(lostReasons);

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
  vin: freeVin,
});
export const tradeInput = z.strictObject({
  year,
  make: freeText(60),
  model: freeText(60),
  trim: freeText(60),
  vin: freeVin,
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
  /** When the first attempt or contact is due, by the group’s setting; null once there was one. */
  dueAt: z.nullable(time),
  /** Time until then in opening hours, in seconds; until now if the clock runs. */
  seconds: z.number(),
  isLate: z.boolean(),
});

/** A lead on the board or in the list. */
export const lead = z.object({
  id: z.number(),
  store,
  status,
  type,
  source: z.nullable(reference),
  customer: reference,
  /** Description of the first vehicle of interest; empty if there is none. */
  interest: z.string(),
  assignee: z.nullable(reference),
  receivedAt: time,
  /** When the response clock stopped. */
  answeredAt: z.nullable(time),
  clock,
  /** First attempt to reach the customer, and first time the customer was reached. */
  attemptedAt: z.nullable(time),
  contactedAt: z.nullable(time),
  /** First visit to the store. */
  showedAt: z.nullable(time),
  /** When its latest missed appointment was marked. */
  noShowAt: z.nullable(time),
  /** The customer missed it, hasn’t come since, and has no new one. */
  isNoShow: z.boolean(),
  /** Sold without a visit to the store. */
  isRemote: z.boolean(),
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
    z.object({ kind: z.literal('no_show'), appointmentAt: z.nullable(time) }),
    z.object({
      kind: z.literal('visit'),
      step: z.enum(visitSteps),
      /** With `left`. */
      result: z.nullable(z.enum(visitResults)),
      /** The vehicle of a test drive, the deal of a write-up. */
      detail: z.string(),
    }),
    z.object({ kind: z.literal('remote'), isRemote: z.boolean() }),
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
    /** Mark the appointment as missed: its time has passed. */
    markNoShow: z.boolean(),
    /** Mark the sale as remote, or not. */
    setRemote: z.boolean(),
    /** See the original message. */
    seeRaw: z.boolean(),
  }),
});
export type LeadPage = z.output<typeof leadPage>;

export const reason = text(200);
