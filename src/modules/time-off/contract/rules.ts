import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  calendarDate,
  id,
  idParam,
  message,
  text,
  version,
} from '../../../platform/contract/fields.ts';
import {
  department,
  hrReadAccess,
  hrWriteAccess,
  kind,
  marks,
  overdraws,
  store,
  tones,
} from '../contract.ts';

export const methods = ['none', 'yearly', 'period', 'hours_worked'] as const;
export type Method = (typeof methods)[number];
export const periods = ['weekly', 'biweekly', 'semimonthly', 'monthly'] as const;
export type Period = (typeof periods)[number];

const minutes = (max: number) => z.number().check(z.int(), z.minimum(0), z.maximum(max));
/** 2,000 hours: a working year. */
const balanceMax = 120_000;

/** From this many years of service on: minutes a year, or per `workedMinutes`. */
export const step = z.strictObject({
  afterYears: z.number().check(z.int(), z.minimum(0), z.maximum(60)),
  minutes: minutes(balanceMax),
});
export type Step = z.output<typeof step>;

const day = z.number().check(z.int(), z.minimum(1), z.maximum(31));
const month = z.number().check(z.int(), z.minimum(1), z.maximum(12));
const waitingDays = z.number().check(z.int(), z.minimum(0), z.maximum(1000));

/** How one kind accrues, for everyone or for a store or department. */
export const ruleFields = {
  kindId: id,
  store: z.nullable(store),
  department: z.nullable(department),
  effectiveOn: calendarDate,
  /** The last day it holds. */
  endsOn: z.nullable(calendarDate),
  method: z.enum(methods),
  steps: z.array(step).check(z.maxLength(10)),
  /** Of `period`: the year’s minutes are posted in parts, at the end of each. */
  period: z.nullable(z.enum(periods)),
  /** The first day of any one period of one or two weeks. */
  periodAnchor: z.nullable(calendarDate),
  /** When the leave year begins; null: on the anniversary of the hire date. */
  yearStart: z.nullable(z.strictObject({ month, day })),
  /** Of `hours_worked`: `steps` minutes accrue for this many minutes of work. */
  workedMinutes: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(600_000))),
  /** Accrual starts this many days after the hire date. */
  waitingDays,
  /** It can be used this many days after the hire date. */
  usableAfterDays: waitingDays,
  /** The balance never accrues beyond. */
  capMinutes: z.nullable(minutes(balanceMax)),
  /** At most this much is carried into the next leave year; null: all. */
  carryOverMinutes: z.nullable(minutes(balanceMax)),
  /** What was carried over expires after this many months; null: never. */
  carryOverMonths: z.nullable(month),
  /** Part of the first year or period counts in part; otherwise in full. */
  prorates: z.boolean(),
};
export const ruleInput = z.strictObject(ruleFields);
export type RuleInput = z.output<typeof ruleInput>;

export const rule = z.object({
  id: z.number(),
  ...ruleFields,
  effectiveOn: z.string(),
  endsOn: z.nullable(z.string()),
  periodAnchor: z.nullable(z.string()),
  version: z.number(),
  may: z.object({ change: z.boolean(), remove: z.boolean() }),
});
export type Rule = z.output<typeof rule>;

export const holiday = z.object({
  id: z.number(),
  day: z.string(),
  name: z.string(),
  store: z.nullable(store),
  may: z.object({ remove: z.boolean() }),
});
export type Holiday = z.output<typeof holiday>;

export const blackout = z.object({
  id: z.number(),
  name: z.string(),
  startsOn: z.string(),
  endsOn: z.nullable(z.string()),
  /** Only the last days of each month. */
  lastDays: z.nullable(z.number()),
  store: z.nullable(store),
  department: z.nullable(department),
  /** Otherwise it only warns. */
  refuses: z.boolean(),
  may: z.object({ remove: z.boolean() }),
});
export type Blackout = z.output<typeof blackout>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/time-off/settings',
  summary: 'All kinds of time off, the rules of accrual, holidays and blackout days',
  access: hrReadAccess,
  reply: z.object({
    kinds: z.array(kind),
    rules: z.array(rule),
    holidays: z.array(holiday),
    blackouts: z.array(blackout),
  }),
});
export type Settings = z.output<(typeof getSettings)['reply']>;

const kindFields = {
  name: text(40),
  mark: z.enum(marks),
  tone: z.enum(tones),
  isPaid: z.boolean(),
  hasBalance: z.boolean(),
  needsApproval: z.boolean(),
  hidesReason: z.boolean(),
  overdraw: z.enum(overdraws),
  isActive: z.boolean(),
};

export const addKind = endpoint({
  method: 'POST',
  path: '/api/time-off/kinds',
  summary: 'Add a kind of time off',
  access: hrWriteAccess,
  body: kindFields,
  reply: kind,
  status: 201,
});

export const saveKind = endpoint({
  method: 'PUT',
  path: '/api/time-off/kinds/:kindId',
  summary: 'Change a kind of time off, or take it out of use',
  access: hrWriteAccess,
  params: { kindId: idParam },
  body: { ...kindFields, version },
  reply: kind,
});

export const addRule = endpoint({
  method: 'POST',
  path: '/api/time-off/rules',
  summary: 'Add a rule of accrual; balances follow at once',
  access: hrWriteAccess,
  body: ruleFields,
  reply: rule,
  status: 201,
});

export const saveRule = endpoint({
  method: 'PUT',
  path: '/api/time-off/rules/:ruleId',
  summary: 'Correct a rule; what accrued by it is recalculated',
  access: hrWriteAccess,
  params: { ruleId: idParam },
  body: { ...ruleFields, version },
  reply: rule,
});

export const removeRule = endpoint({
  method: 'DELETE',
  path: '/api/time-off/rules/:ruleId',
  summary: 'Remove a rule that has not taken effect',
  access: hrWriteAccess,
  params: { ruleId: idParam },
  reply: message,
});

export const addHoliday = endpoint({
  method: 'POST',
  path: '/api/time-off/holidays',
  summary: 'Add a holiday, which is not counted as time off',
  access: hrWriteAccess,
  body: { day: calendarDate, name: text(60), store: z.nullable(store) },
  reply: holiday,
  status: 201,
});

export const removeHoliday = endpoint({
  method: 'DELETE',
  path: '/api/time-off/holidays/:holidayId',
  summary: 'Remove a holiday',
  access: hrWriteAccess,
  params: { holidayId: idParam },
  reply: message,
});

export const addBlackout = endpoint({
  method: 'POST',
  path: '/api/time-off/blackouts',
  summary: 'Add days on which no one, or no one of a store or department, should be away',
  access: hrWriteAccess,
  body: {
    name: text(60),
    startsOn: calendarDate,
    endsOn: z.nullable(calendarDate),
    lastDays: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(15))),
    store: z.nullable(store),
    department: z.nullable(department),
    refuses: z.boolean(),
  },
  refine: ({ endsOn, startsOn, lastDays }) =>
    endsOn === null && lastDays === null
      ? 'Choose the last day.'
      : endsOn !== null && endsOn < startsOn
        ? 'The last day can’t be before the first.'
        : undefined,
  reply: blackout,
  status: 201,
});

export const removeBlackout = endpoint({
  method: 'DELETE',
  path: '/api/time-off/blackouts/:blackoutId',
  summary: 'Remove blackout days',
  access: hrWriteAccess,
  params: { blackoutId: idParam },
  reply: message,
});
