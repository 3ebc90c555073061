import * as z from 'zod/mini';
import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import {
  calendarDate,
  freeText,
  id,
  idParam,
  rowCount,
  text,
  time,
} from '../../../platform/contract/fields.ts';
import { department, hrReadAccess, hrWriteAccess, store, weekMinutes } from '../contract.ts';

export const entryTypes = ['accrual', 'used', 'adjusted', 'carried_over', 'expired'] as const;
export type EntryType = (typeof entryTypes)[number];

/** `40 h`, `6 h 40 min`, `−8 h` */
export function hoursText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const parts = [hours > 0 || rest === 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''];
  return `${minutes < 0 ? '−' : ''}${parts.filter(Boolean).join(' ')}`;
}

export const balance = z.object({
  kindId: z.number(),
  /** Null: the kind has no balance. */
  balanceMinutes: z.nullable(z.number()),
  /** Approved for later days. */
  scheduledMinutes: z.number(),
  pendingMinutes: z.number(),
  /** Taken this calendar year. */
  usedMinutes: z.number(),
  /** How it accrues now, in words; empty: it does not. */
  accrual: z.string(),
});
export type Balance = z.output<typeof balance>;

const person = z.object({
  id: z.number(),
  name: z.string(),
  store: z.nullable(store),
  department: z.nullable(department),
  hiredOn: z.nullable(z.string()),
});

export const getBalances = endpoint({
  method: 'GET',
  path: '/api/time-off/balances',
  summary: 'Balances of one person today',
  access: 'signedIn',
  query: {
    /** Yourself by default; someone who reports to you, or of your stores in HR. */
    userId: z.optional(idParam),
  },
  reply: z.object({
    person,
    today: z.string(),
    balances: z.array(balance),
    week: z.array(z.number()),
    may: z.object({
      /** Request for yourself, or record for this person. */
      request: z.boolean(),
      adjust: z.boolean(),
      setWeek: z.boolean(),
    }),
  }),
});
export type Balances = z.output<(typeof getBalances)['reply']>;

export const entry = z.object({
  id: z.number(),
  day: z.string(),
  type: z.enum(entryTypes),
  minutes: z.number(),
  carriedMinutes: z.nullable(z.number()),
  /** How it came about. */
  note: z.string(),
  requestId: z.nullable(z.number()),
  by: z.nullable(z.string()),
  recordedAt: time,
  /** After this entry. */
  balanceMinutes: z.number(),
});
export type Entry = z.output<typeof entry>;

export const listLedger = endpoint({
  method: 'GET',
  path: '/api/time-off/ledger',
  summary: 'How a balance came about, latest first',
  access: 'signedIn',
  query: {
    userId: z.optional(idParam),
    kindId: idParam,
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
  },
  reply: z.object({ entries: z.array(entry), isMore: z.boolean() }),
});

/** Five years. */
export const availableMaxDays = 1826;

export const getAvailable = endpoint({
  method: 'GET',
  path: '/api/time-off/available',
  summary: 'What will be available on a day, from what is known today',
  access: 'signedIn',
  query: { userId: z.optional(idParam), kindId: idParam, day: calendarDate },
  reply: z.object({
    day: z.string(),
    minutes: z.number(),
    /** Requests that wait for a decision; they are not subtracted. */
    pendingMinutes: z.number(),
    /** Hours still to be worked earn more. */
    isAtLeast: z.boolean(),
  }),
});

export const adjustBalance = endpoint({
  method: 'POST',
  path: '/api/time-off/adjustments',
  summary: 'Add to a balance, or take from it, with a reason; repeating a clientId adjusts once',
  access: hrWriteAccess,
  body: {
    clientId: z.uuid(),
    userId: id,
    kindId: id,
    day: calendarDate,
    minutes: z.number().check(z.int(), z.minimum(-120_000), z.maximum(120_000)),
    reason: text(200),
  },
  refine: ({ minutes }) => (minutes === 0 ? 'Enter hours to add or to take.' : undefined),
  reply: balance,
  status: 201,
});

export const setWeek = endpoint({
  method: 'PUT',
  path: '/api/time-off/people/:userId/week',
  summary: 'Set the work week that someone’s time off is counted by, from a day on',
  access: hrWriteAccess,
  params: { userId: idParam },
  body: { effectiveOn: calendarDate, minutes: weekMinutes },
  reply: z.object({ week: z.array(z.number()) }),
});

const filters = {
  q: freeText(100),
  store: z.optional(store),
  department: z.optional(department),
};

const peopleBalance = z.object({
  id: z.number(),
  name: z.string(),
  jobTitle: z.string(),
  store: z.nullable(store),
  department: z.nullable(department),
  /** Of the kinds with a balance. */
  balances: z.array(
    z.object({ kindId: z.number(), minutes: z.number(), scheduledMinutes: z.number() }),
  ),
});
export type PeopleBalance = z.output<typeof peopleBalance>;

export const listPeopleBalances = endpoint({
  method: 'GET',
  path: '/api/time-off/people',
  summary: 'Everyone’s balances at your stores, by name; HR only',
  access: hrReadAccess,
  query: {
    ...filters,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
  },
  reply: z.array(peopleBalance),
});

export const countPeopleBalances = endpoint({
  method: 'GET',
  path: '/api/time-off/people/count',
  summary: 'Number of employees at your stores; HR only',
  access: hrReadAccess,
  query: filters,
  reply: rowCount,
});

export const exportBalances = endpoint({
  method: 'POST',
  path: '/api/time-off/people/export',
  summary: 'Everyone’s balances as CSV; the export is recorded; HR only',
  access: hrReadAccess,
  body: filters,
  reply: file,
  replyType: 'file',
});
