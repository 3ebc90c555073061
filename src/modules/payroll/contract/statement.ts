import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { time } from '../../../platform/contract/fields.ts';

/** A day in a reply. */
export const day = z.iso.date();
export const store = z.enum(stores);

export const period = z.object({ startsOn: day, endsOn: day, paysOn: day });

export const flags = [
  'no_clock_out',
  'open',
  'pending_request',
  'missed_meal',
  'no_store',
] as const;
export type Flag = (typeof flags)[number];
export const flag = z.enum(flags);

/** Hours in milliseconds by how they are paid; the premium for missed meals in whole hours. */
const amounts = {
  regularMs: z.number(),
  overtimeMs: z.number(),
  doubleMs: z.number(),
  premiumHours: z.number(),
};
export const amount = z.object(amounts);
export type Amount = z.output<typeof amount>;

/** Of one store, where they were worked; null: not recorded. */
export const line = z.object({ store: z.nullable(store), ...amounts });
export type Line = z.output<typeof line>;

export const periodDay = z.object({
  date: day,
  ...amounts,
  paidBreakMs: z.number(),
  intervals: z.array(
    z.object({
      kind: z.enum(['work', 'break']),
      paid: z.boolean(),
      start: time,
      /** Null: still running, or without a known end. */
      end: z.nullable(time),
      store: z.nullable(store),
    }),
  ),
  flags: z.array(flag),
});
export type PeriodDay = z.output<typeof periodDay>;

/** Of time off: its kind. Absent: hours worked. What was signed before there was such a field has none, too. */
export const adjustedTimeOff = { timeOff: z.optional(z.string()) };

/** Hours of a locked period that changed afterwards, and are paid in this one. */
export const adjustment = z.object({
  id: z.number(),
  /** The first and the last day of the period they were worked in. */
  from: day,
  to: day,
  store: z.nullable(store),
  /** Of time off, the regular ones. */
  ...amounts,
  reason: z.string(),
  ...adjustedTimeOff,
});
export type Adjustment = z.output<typeof adjustment>;

export const timeOff = z.object({ kind: z.string(), ms: z.number() });
export type TimeOff = z.output<typeof timeOff>;

/** The hours of one employee in one period: what is signed, approved, locked and paid. */
export const statement = z.object({
  period,
  days: z.array(periodDay),
  /** By the store they were worked at; together with the adjustments and the time off they are what is paid. */
  lines: z.array(line),
  adjustments: z.array(adjustment),
  timeOff: z.array(timeOff),
  /** Paid breaks, which are part of the hours. */
  paidBreakMs: z.number(),
});
export type Statement = z.output<typeof statement>;

export const noAmount: Amount = { regularMs: 0, overtimeMs: 0, doubleMs: 0, premiumHours: 0 };

export const addAmounts = (amounts: readonly Amount[]): Amount =>
  amounts.reduce(
    (sum, one) => ({
      regularMs: sum.regularMs + one.regularMs,
      overtimeMs: sum.overtimeMs + one.overtimeMs,
      doubleMs: sum.doubleMs + one.doubleMs,
      premiumHours: sum.premiumHours + one.premiumHours,
    }),
    noAmount,
  );

/** What is paid as hours worked. */
export const workedLines = ({ lines, adjustments }: Statement): Line[] => [
  ...lines,
  ...adjustments.filter(({ timeOff }) => timeOff === undefined),
];

/** Paid time off that was approved or canceled after its period was locked. */
export const lateTimeOff = ({ adjustments }: Statement): TimeOff[] =>
  adjustments.flatMap(({ timeOff, regularMs }) =>
    timeOff === undefined ? [] : [{ kind: timeOff, ms: regularMs }],
  );

export const timeOffMs = (statement: Statement): number =>
  [...statement.timeOff, ...lateTimeOff(statement)].reduce((sum, { ms }) => sum + ms, 0);

export const isNothing = ({ regularMs, overtimeMs, doubleMs, premiumHours }: Amount): boolean =>
  regularMs === 0 && overtimeMs === 0 && doubleMs === 0 && premiumHours === 0;

export const workedMs = ({ regularMs, overtimeMs, doubleMs }: Amount): number =>
  regularMs + overtimeMs + doubleMs;
