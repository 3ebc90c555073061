import * as z from 'zod/mini';
import { department } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  calendarDate,
  id,
  idParam,
  reference,
  text,
  time,
} from '../../../platform/contract/fields.ts';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { providers } from './exports.ts';
import { payrollAccess, sheetAccess, units } from './rights.ts';
import { adjustedTimeOff, amount, day, flag, line, period, statement, store } from './statement.ts';

/** Sent when something about a period changed, to everyone whom it may concern; clients refetch what they may see. */
export const payrollChanged = serverEvent('payroll_changed', { period: z.nullable(day) });

export const wordsMaxLength = 1_000;
const fingerprint = z.string().check(z.length(64));
const periodQuery = { period: z.optional(calendarDate) };

export const payBases = ['hourly', 'salary', 'commission', 'flat_rate'] as const;

export const payee = z.object({
  id: z.number(),
  name: z.string(),
  employeeNumber: z.nullable(z.string()),
  jobTitle: z.nullable(z.string()),
  /** Null: the whole group. */
  store: z.nullable(store),
  department: z.nullable(department),
  payBasis: z.nullable(z.enum(payBases)),
});
export type Payee = z.output<typeof payee>;

/**
 * `changed`: the hours changed since. `objected`: waits for an answer. `answered`: the employee is asked to sign again.
 * `none`: not signed yet.
 */
export const signStates = ['none', 'signed', 'changed', 'objected', 'answered'] as const;
export type SignState = (typeof signStates)[number];
export const approvalStates = ['open', 'approved', 'changed'] as const;
export type ApprovalState = (typeof approvalStates)[number];

const signature = z.object({
  id: z.number(),
  kind: z.enum(['signed', 'objected']),
  words: z.string(),
  at: time,
  /** Whether these are the hours as they are now. */
  isCurrent: z.boolean(),
  /** The hours then, in milliseconds. */
  paidMs: z.number(),
  answer: z.nullable(z.object({ words: z.string(), by: z.string(), at: time })),
});
export type Signature = z.output<typeof signature>;

const approval = z.object({
  state: z.enum(approvalStates),
  by: z.nullable(z.string()),
  at: z.nullable(time),
  /** Whether the employee had signed what was approved. */
  signed: z.boolean(),
});

/** Where an adjustment to these hours went after they were locked. */
const laterAdjustment = z.object({
  into: day,
  intoEnd: day,
  store: z.nullable(store),
  ...amount.shape,
  reason: z.string(),
  ...adjustedTimeOff,
});

export const review = z.object({
  payee,
  statement,
  totals: amount,
  /** Hash of what is shown, sent back to prove what was reviewed. */
  fingerprint: z.string(),
  flags: z.array(flag),
  isLocked: z.boolean(),
  /** The period has ended. */
  isOver: z.boolean(),
  signState: z.enum(signStates),
  /** Latest first. */
  signatures: z.array(signature),
  approval,
  laterAdjustments: z.array(laterAdjustment),
  may: z.object({
    sign: z.boolean(),
    /** Why it cannot be signed yet; null if it can. */
    signWaitsFor: z.nullable(z.string()),
    approve: z.boolean(),
    /** Why it cannot be approved yet; null if it can. */
    approvalWaitsFor: z.nullable(z.string()),
    /** Correct punches in the timesheet. */
    correct: z.boolean(),
  }),
});
export type Review = z.output<typeof review>;

export const navigation = z.object({
  period,
  /** The first days of the periods before and after; null: there is none. */
  previous: z.nullable(day),
  next: z.nullable(day),
  today: day,
});
export type Navigation = z.output<typeof navigation>;

export const getOwnPeriod = endpoint({
  method: 'GET',
  path: '/api/payroll/own',
  summary: 'Get your hours of the pay period of a day, or of the one that needs you',
  access: sheetAccess,
  query: periodQuery,
  reply: z.object({
    /** Null while there are no pay periods, or before the first. */
    navigation: z.nullable(navigation),
    review: z.nullable(review),
    /** The ended period that you have not signed yet. */
    toSign: z.nullable(period),
    may: z.object({ seeTeam: z.boolean() }),
  }),
});

export const signPeriod = endpoint({
  method: 'POST',
  path: '/api/payroll/own/signatures',
  summary:
    'Sign your hours of a pay period as shown, or object to them; repeating an id is idempotent',
  access: sheetAccess,
  body: {
    clientId: z.uuid(),
    period: calendarDate,
    fingerprint,
    /** Null: you agree. */
    objection: z.nullable(text(wordsMaxLength)),
  },
  reply: review,
  status: 201,
});

/** A row of a list of people. */
export const reviewRow = z.object({
  payee,
  totals: amount,
  byStore: z.array(line),
  timeOffMs: z.number(),
  adjustedMs: z.number(),
  fingerprint: z.string(),
  flags: z.array(flag),
  isLocked: z.boolean(),
  signState: z.enum(signStates),
  approval: z.enum(approvalStates),
  /** Nothing is paid or unfinished: no one has to approve it. */
  isEmpty: z.boolean(),
  may: z.object({
    approve: z.boolean(),
    approvalWaitsFor: z.nullable(z.string()),
  }),
});
export type ReviewRow = z.output<typeof reviewRow>;

export const getTeamPeriod = endpoint({
  method: 'GET',
  path: '/api/payroll/team',
  summary: 'List the hours of a pay period of the people you manage',
  access: sheetAccess,
  query: periodQuery,
  reply: z.object({
    navigation: z.nullable(navigation),
    rows: z.array(reviewRow),
  }),
});

export const getPersonPeriod = endpoint({
  method: 'GET',
  path: '/api/payroll/people/:id/period',
  summary: 'Get the hours of a pay period of a person you manage, or whose payroll you run',
  access: 'signedIn',
  params: { id: idParam },
  query: periodQuery,
  reply: z.object({
    navigation: z.nullable(navigation),
    review: z.nullable(review),
    /** Their numbers at providers, where they have one of their own; null unless you run their payroll. */
    numbers: z.nullable(z.array(z.object({ provider: z.enum(providers), number: z.string() }))),
  }),
});

export const approvePeriods = endpoint({
  method: 'POST',
  path: '/api/payroll/approvals',
  summary: 'Approve the hours of people as reviewed, or take the approval back; all or none',
  access: 'signedIn',
  body: {
    period: calendarDate,
    approved: z.boolean(),
    people: z.array(z.strictObject({ id, fingerprint })).check(z.minLength(1), z.maxLength(500)),
  },
  reply: z.object({ approved: z.number() }),
});

export const answerObjection = endpoint({
  method: 'POST',
  path: '/api/payroll/objections/:signatureId/answer',
  summary: 'Answer an objection to the hours of a pay period',
  access: 'signedIn',
  params: { signatureId: idParam },
  body: { words: text(wordsMaxLength) },
  reply: review,
  status: 201,
});

/** In the order a period goes through them. */
export const periodStates = ['open', 'in_review', 'approved', 'locked', 'exported'] as const;
export type PeriodState = (typeof periodStates)[number];

const unitState = z.object({
  unit: z.enum(units),
  state: z.enum(periodStates),
  /** Employees with hours to pay, and how many of them are approved. */
  people: z.number(),
  approved: z.number(),
  lockedBy: z.nullable(z.string()),
  lockedAt: z.nullable(time),
  /** Employees whose hours are in no lock, although the unit is locked. To lock it again adds them. */
  missing: z.array(reference),
  may: z.object({
    lock: z.boolean(),
    /** Why it cannot be locked yet; null if it can. */
    lockWaitsFor: z.nullable(z.string()),
    unlock: z.boolean(),
    /** Why it cannot be unlocked; null if it can. */
    unlockWaitsFor: z.nullable(z.string()),
  }),
});
export type UnitState = z.output<typeof unitState>;

export const listPeriods = endpoint({
  method: 'GET',
  path: '/api/payroll/periods',
  summary:
    'List the pay periods with their state at each of your stores with employees, latest first',
  access: payrollAccess,
  reply: z.array(
    z.object({
      period,
      units: z.array(z.object({ unit: z.enum(units), state: z.enum(periodStates) })),
    }),
  ),
});

export const getPeriod = endpoint({
  method: 'GET',
  path: '/api/payroll/period',
  summary: 'Get a pay period with the hours of everyone whose payroll you run',
  access: payrollAccess,
  query: periodQuery,
  reply: z.object({
    /** Null while there are no pay periods. */
    navigation: z.nullable(navigation),
    units: z.array(unitState),
    rows: z.array(reviewRow),
    history: z.array(
      z.object({
        id: z.number(),
        unit: z.enum(units),
        locked: z.boolean(),
        reason: z.string(),
        by: z.string(),
        at: time,
      }),
    ),
  }),
});

export const lockPeriod = endpoint({
  method: 'PUT',
  path: '/api/payroll/periods/:period/locks/:unit',
  summary: 'Lock the hours of a pay period at a store, or unlock them with a reason',
  access: payrollAccess,
  params: { period: calendarDate, unit: z.enum(units) },
  body: {
    locked: z.boolean(),
    /** Required to unlock. */
    reason: z.optional(text(200)),
  },
  reply: z.object({ locked: z.boolean() }),
});
