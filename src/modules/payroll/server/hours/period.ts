import { type Store, stores } from '../../../../platform/contract/access.ts';
import type { HoursWeek } from '../../../time-clock/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import {
  addAmounts,
  type Flag,
  isNothing,
  type Line,
  type PeriodDay,
} from '../../contract/statement.ts';

type WeekDay = HoursWeek['days'][number];

/**
 * The days of a period. Overtime is always of the workweek, also where the week belongs to two periods: it is paid in
 * the period of the day on which the hours beyond the limit were worked. What a later day of the week brings never
 * changes an earlier one, so a period is final once its last day is.
 */
export function daysOf(weeks: readonly HoursWeek[], { startsOn, endsOn }: Period): PeriodDay[] {
  return weeks.flatMap((week) =>
    week.days
      .filter(({ date }) => date >= startsOn && date <= endsOn)
      .filter(
        ({ paidMs, intervals, flags }) => paidMs > 0 || intervals.length > 0 || flags.length > 0,
      )
      .map((day) => toDay(day, week)),
  );
}

/** By the store the hours were worked at. */
export const linesOf = (weeks: readonly HoursWeek[], { startsOn, endsOn }: Period): Line[] =>
  addLines(
    weeks.flatMap((week) =>
      week.days
        .filter(({ date }) => date >= startsOn && date <= endsOn)
        .flatMap((day) => dayLines(day, week)),
    ),
  );

function dayLines(day: WeekDay, week: HoursWeek): Line[] {
  const worked = day.byStore.map(({ store, regularMs, overtimeMs, doubleMs }) => ({
    store,
    regularMs,
    overtimeMs,
    doubleMs,
    premiumHours: 0,
  }));
  const premiumHours = premiumOf(day, week);
  if (premiumHours === 0 || !day.missedMeal) return worked;
  const { store } = day.missedMeal;
  return [...worked, { store, regularMs: 0, overtimeMs: 0, doubleMs: 0, premiumHours }];
}

/**
 * California: an hour's pay for each day with a missed or late meal break (Labor Code 226.7), but not for those who
 * are exempt as white-collar employees.
 */
const premiumOf = ({ missedMeal }: WeekDay, { law, basis }: HoursWeek): number =>
  law === 'california' && basis !== 'white_collar' && missedMeal ? 1 : 0;

function toDay(day: WeekDay, week: HoursWeek): PeriodDay {
  const { date, regularMs, overtimeMs, doubleMs, paidBreakMs } = day;
  return {
    date,
    regularMs,
    overtimeMs,
    doubleMs,
    premiumHours: premiumOf(day, week),
    paidBreakMs,
    intervals: day.intervals.map(({ kind, paid, start, end, runs, unended, store }) => ({
      kind,
      paid,
      start: new Date(start).toISOString(),
      end: runs || unended ? null : new Date(end).toISOString(),
      store,
    })),
    flags: flagsOf(day),
  };
}

function flagsOf({ flags, byStore }: WeekDay): Flag[] {
  const found: [Flag, boolean][] = [
    ['no_clock_out', flags.includes('no_clock_out')],
    ['open', flags.includes('open')],
    ['missed_meal', flags.includes('missed_break')],
    ['no_store', byStore.some(({ store }) => store === null)],
  ];
  return found.filter(([, applies]) => applies).map(([flag]) => flag);
}

const order: readonly (Store | null)[] = [...stores, null];

/** One line for each store, without those that come to nothing. */
export function addLines(lines: readonly Line[]): Line[] {
  return order
    .map((store) => ({ store, ...addAmounts(lines.filter((one) => one.store === store)) }))
    .filter((line) => !isNothing(line));
}

/** What changed from one state of a period to another. */
export const differenceOf = (before: readonly Line[], after: readonly Line[]): Line[] =>
  addLines([
    ...after,
    ...before.map(({ store, regularMs, overtimeMs, doubleMs, premiumHours }) => ({
      store,
      regularMs: -regularMs,
      overtimeMs: -overtimeMs,
      doubleMs: -doubleMs,
      premiumHours: -premiumHours,
    })),
  ]);
