import { addDays, type CalendarDate, weekdayOf } from '../../../platform/contract/wallTime.ts';

export const frequencies = ['weekly', 'biweekly', 'semimonthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** How periods are cut from `startsOn` on, until the next schedule starts. */
export interface Schedule {
  frequency: Frequency;
  /** The first day of its first period. */
  startsOn: CalendarDate;
  /** Days from the end of a period until it is paid. */
  payDays: number;
}

/** Named by its first day: periods never overlap. */
export interface Period {
  startsOn: CalendarDate;
  endsOn: CalendarDate;
  paysOn: CalendarDate;
}

const dayMs = 86_400_000;
const daysFrom = (from: CalendarDate, to: CalendarDate) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);

/**
 * The schedules that hold, earliest first, of all that were entered, in that order: one replaces those that would
 * start on its first day or later.
 */
export function schedulesInForce<S extends Schedule>(entered: readonly S[]): S[] {
  return entered.reduce<S[]>(
    (held, next) => [...held.filter(({ startsOn }) => startsOn < next.startsOn), next],
    [],
  );
}

/**
 * The period of a day; null before the first schedule. Where a schedule starts in the middle of a period, that period
 * ends the day before, and the first of a semi-monthly schedule starts there: no day is left out or paid twice.
 */
export function periodOf(schedules: readonly Schedule[], day: CalendarDate): Period | null {
  const at = schedules.findLastIndex(({ startsOn }) => startsOn <= day);
  const schedule = schedules[at];
  if (!schedule) return null;
  const next = schedules[at + 1];
  const { startsOn, endsOn } = uncutPeriod(schedule, day);
  const isFirst = startsOn < schedule.startsOn;
  const first = isFirst ? schedule.startsOn : startsOn;
  const last = next && endsOn >= next.startsOn ? addDays(next.startsOn, -1) : endsOn;
  return { startsOn: first, endsOn: last, paysOn: payDay(last, schedule.payDays) };
}

function uncutPeriod({ frequency, startsOn }: Schedule, day: CalendarDate) {
  if (frequency === 'semimonthly') {
    const month = day.slice(0, 7);
    if (day <= `${month}-15`) return { startsOn: `${month}-01`, endsOn: `${month}-15` };
    const nextMonth = `${addDays(`${month}-28`, 4).slice(0, 7)}-01`;
    return { startsOn: `${month}-16`, endsOn: addDays(nextMonth, -1) };
  }
  const length = frequency === 'weekly' ? 7 : 14;
  const start = addDays(startsOn, Math.floor(daysFrom(startsOn, day) / length) * length);
  return { startsOn: start, endsOn: addDays(start, length - 1) };
}

/** On a Saturday or Sunday the banks are closed: it is paid the Friday before. */
function payDay(endsOn: CalendarDate, payDays: number): CalendarDate {
  const day = addDays(endsOn, payDays);
  const early = { 0: -2, 6: -1 }[weekdayOf(day)] ?? 0;
  return addDays(day, early);
}

/** The periods with a day between `from` and `to`, earliest first. */
export function periodsBetween(
  schedules: readonly Schedule[],
  from: CalendarDate,
  to: CalendarDate,
): Period[] {
  const start = schedules[0]?.startsOn;
  const periods: Period[] = [];
  if (start === undefined) return periods;
  for (let day = from < start ? start : from; day <= to; ) {
    const period = periodOf(schedules, day);
    if (!period) break;
    periods.push(period);
    day = addDays(period.endsOn, 1);
  }
  return periods;
}

/** Of how many days a period is. */
export const lengthOf = ({ startsOn, endsOn }: Period): number => daysFrom(startsOn, endsOn) + 1;
