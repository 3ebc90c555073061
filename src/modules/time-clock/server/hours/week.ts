import type { Store } from '../../../../platform/contract/access.ts';
import { addDays, type CalendarDate, dayStart } from '../../../../platform/contract/wallTime.ts';
import type { Rules } from '../../contract/rules.ts';
import type { Flag, StoreHours, Totals } from '../../contract/sheets.ts';
import { missesBreak } from './breaks.ts';
import { addStores, dayByStore } from './byStore.ts';
import { type Day, daysOf, paidMsOf } from './days.ts';
import { type Split, splitWeek } from './overtime.ts';
import { type Punch, type Shift, shiftsOf } from './sequence.ts';

export interface CountedDay extends Day, Split {
  paidMs: number;
  byStore: StoreHours[];
  flags: Flag[];
  /** Where the first shift with a missed meal began; null: there is none. */
  missedMeal: { store: Store | null } | null;
}

export interface Week {
  start: number;
  end: number;
  days: CountedDay[];
  totals: Totals;
  byStore: StoreHours[];
}

const none: Totals = {
  paidMs: 0,
  workMs: 0,
  paidBreakMs: 0,
  unpaidBreakMs: 0,
  regularMs: 0,
  overtimeMs: 0,
  doubleMs: 0,
};

/**
 * Calculates a person's week to the millisecond as of `now`. `punches` must include all counted punches of
 * every shift that overlaps the week, and may include more.
 */
export function countWeek(
  punches: readonly Punch[],
  weekStart: CalendarDate,
  rules: Rules,
  now: number,
): Week {
  const shifts = shiftsOf(punches, now);
  const days = daysOf(shifts, weekStart, rules, now);
  const splits = splitWeek(days.map(paidMsOf), rules);
  const counted = days.map((day, index) => {
    const split = splits[index] ?? { regularMs: 0, overtimeMs: 0, doubleMs: 0 };
    const paidMs = paidMsOf(day);
    // A shift belongs to the day it started.
    const started = shifts.filter(({ start }) => start >= day.start && start < day.end);
    const missed = started.find((shift) => missesBreak(shift, rules, now));
    return {
      ...day,
      ...split,
      paidMs,
      byStore: dayByStore(day, split),
      flags: flagsOf(split, started, missed !== undefined),
      missedMeal: missed ? { store: missed.spans[0]?.store ?? null } : null,
    };
  });
  return {
    start: dayStart(rules.timezone, weekStart),
    end: dayStart(rules.timezone, addDays(weekStart, 7)),
    days: counted,
    totals: counted.reduce(add, none),
    byStore: addStores(counted.map(({ byStore }) => byStore)),
  };
}

function add(totals: Totals, day: CountedDay): Totals {
  const names = Object.keys(none) as (keyof Totals)[];
  return Object.fromEntries(names.map((name) => [name, totals[name] + day[name]])) as Totals;
}

/** The flags to review. */
function flagsOf(split: Split, started: readonly Shift[], missesMeal: boolean): Flag[] {
  const flags: [Flag, boolean][] = [
    ['open', started.some(({ end, forgotten }) => end === null && !forgotten)],
    ['no_clock_out', started.some(({ forgotten }) => forgotten)],
    ['missed_break', missesMeal],
    ['overtime', split.overtimeMs > 0],
    ['double_time', split.doubleMs > 0],
  ];
  return flags.filter(([, applies]) => applies).map(([flag]) => flag);
}
