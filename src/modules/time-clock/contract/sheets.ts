import * as z from 'zod/mini';
import { department, storeAccess, stores } from '../../../platform/contract/access.ts';
import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import { calendarDate, idParam, time } from '../../../platform/contract/fields.ts';
import { clockStatuses, punchKind, store, toolAccess } from '../contract.ts';
import { correction } from './corrections.ts';
import { rules } from './rules.ts';

/** Dates in replies; may lie one week outside the range that queries accept. */
const day = z.iso.date();

export const flags = ['open', 'no_clock_out', 'missed_break', 'overtime', 'double_time'] as const;
export const flag = z.enum(flags);
export type Flag = z.output<typeof flag>;

const split = {
  /** Work and paid breaks, the hours worked under the law. All in milliseconds. */
  paidMs: z.number(),
  workMs: z.number(),
  paidBreakMs: z.number(),
  unpaidBreakMs: z.number(),
  regularMs: z.number(),
  /** Paid at one and a half times the rate. */
  overtimeMs: z.number(),
  doubleMs: z.number(),
};
export const totals = z.object(split);
export type Totals = z.output<typeof totals>;

/** Null: not recorded. */
const workplace = z.nullable(store);

/** Hours of one store; the stores of a week add up to its totals. Overtime belongs to where it was worked. */
export const storeHours = z.object({
  store: workplace,
  paidMs: z.number(),
  regularMs: z.number(),
  overtimeMs: z.number(),
  doubleMs: z.number(),
});
export type StoreHours = z.output<typeof storeHours>;

/** Paid time off of a day. It is not worked, so it never counts toward overtime. */
export const timeOffDay = z.object({ date: day, ms: z.number() });

const interval = z.object({
  kind: z.enum(['work', 'break']),
  paid: z.boolean(),
  start: time,
  /** Null: still running, or without a known end (`unended`). */
  end: z.nullable(time),
  unended: z.boolean(),
  store: workplace,
});
export type Interval = z.output<typeof interval>;

export const sheetDay = z.object({
  date: day,
  startAt: time,
  endAt: time,
  intervals: z.array(interval),
  ...split,
  flags: z.array(flag),
});
export type SheetDay = z.output<typeof sheetDay>;

export const sheetPunch = z.object({
  id: z.number(),
  kind: punchKind,
  at: time,
  /** Where the work after it takes place; null if it does not say. */
  store: workplace,
  recordedAt: time,
  /** `kiosk`: at a shared device of the store, which `device` names. */
  source: z.enum(['online', 'offline', 'correction', 'kiosk']),
  device: z.string(),
  /** The correction that added it. */
  correctionId: z.nullable(z.number()),
  /** The correction that voided it: it is kept but no longer counts. */
  voidedBy: z.nullable(z.number()),
});
export type SheetPunch = z.output<typeof sheetPunch>;

export const sheetPerson = z.object({
  id: z.number(),
  emrn: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  department: z.nullable(department),
  stores: storeAccess,
});
export type SheetPerson = z.output<typeof sheetPerson>;

export const approval = z.object({
  /** `changed`: the hours have changed since they were approved. */
  state: z.enum(['open', 'approved', 'changed']),
  by: z.nullable(z.string()),
  at: z.nullable(time),
  /** Hash of the hours shown, sent back on approval to prove what was reviewed. */
  fingerprint: z.string(),
});
export type Approval = z.output<typeof approval>;

export const sheet = z.object({
  person: sheetPerson,
  /** The seven days of the workweek. */
  week: z.object({
    start: day,
    end: day,
    previous: day,
    next: day,
  }),
  today: day,
  serverTime: time,
  rules,
  days: z.array(sheetDay),
  totals,
  byStore: z.array(storeHours),
  timeOff: z.array(timeOffDay),
  punches: z.array(sheetPunch),
  corrections: z.array(correction),
  approval,
  may: z.object({
    /** Correct the hours directly; otherwise a correction is requested. */
    correct: z.boolean(),
    approve: z.boolean(),
    setBasis: z.boolean(),
    /** Why the week cannot be approved yet; null if it can. */
    approvalWaitsFor: z.nullable(z.string()),
  }),
});
export type Sheet = z.output<typeof sheet>;

const week = z.optional(calendarDate);

export const getOwnSheet = endpoint({
  method: 'GET',
  path: '/api/time-clock/sheet',
  summary: 'Get your timesheet for the week of a date, or the current week',
  access: toolAccess,
  query: { week },
  reply: sheet,
});

export const getSheet = endpoint({
  method: 'GET',
  path: '/api/time-clock/people/:id/sheet',
  summary: 'Get the timesheet of a person whose hours you manage',
  access: toolAccess,
  params: { id: idParam },
  query: { week },
  reply: sheet,
});

const teamQuery = {
  week,
  store: z.optional(store),
  department: z.optional(department),
};

export const teamRow = z.object({
  person: sheetPerson,
  status: z.enum(clockStatuses),
  totals,
  byStore: z.array(storeHours),
  timeOffMs: z.number(),
  flags: z.array(flag),
  approval: approval.shape.state,
  fingerprint: z.string(),
  waiting: z.number(),
  /** Why the week cannot be approved yet; null if it can. */
  approvalWaitsFor: z.nullable(z.string()),
});
export type TeamRow = z.output<typeof teamRow>;

export const getTeam = endpoint({
  method: 'GET',
  path: '/api/time-clock/team',
  summary: 'List the week of the people whose hours you manage',
  access: toolAccess,
  query: teamQuery,
  reply: z.object({
    week: sheet.shape.week,
    today: day,
    timezone: z.string(),
    serverTime: time,
    /** The stores to filter by. */
    stores: z.array(z.enum(stores)),
    rows: z.array(teamRow),
  }),
});

export const exportTeam = endpoint({
  method: 'POST',
  path: '/api/time-clock/team/export',
  summary: 'Export the week as a CSV file for payroll; exports are logged',
  access: toolAccess,
  body: teamQuery,
  reply: file,
  replyType: 'file',
});

export const decideWeek = endpoint({
  method: 'PUT',
  path: '/api/time-clock/people/:id/approval',
  summary: 'Approve a person’s week as reviewed, or reopen it',
  access: toolAccess,
  params: { id: idParam },
  body: {
    week: calendarDate,
    fingerprint: z.string().check(z.maxLength(64)),
    approved: z.boolean(),
  },
  reply: approval,
});
