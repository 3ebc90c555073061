import {
  addDays,
  type CalendarDate,
  earlier,
  later,
  weekdayOf,
} from '../../../../platform/contract/wallTime.ts';
import { middayMinute, type Portion } from '../../contract/requests.ts';
import { usualWeek, type WeekMinutes } from '../../contract.ts';

/** The work week from a day on. */
export interface Pattern {
  effectiveOn: CalendarDate;
  minutes: WeekMinutes;
}

export interface RequestedTime {
  startsOn: CalendarDate;
  endsOn: CalendarDate;
  portion: Portion;
  /** Of `hours`. */
  fromMinute?: number | undefined;
  minutes?: number | undefined;
}

export interface CountedDay {
  day: CalendarDate;
  minutes: number;
}

/** The work week on a day; `patterns` earliest first. */
export const weekOn = (patterns: readonly Pattern[], day: CalendarDate): WeekMinutes =>
  patterns.findLast(({ effectiveOn }) => effectiveOn <= day)?.minutes ?? usualWeek;

export const workMinutesOn = (patterns: readonly Pattern[], day: CalendarDate): number =>
  weekOn(patterns, day)[weekdayOf(day)] ?? 0;

/** The working time that a request takes, day by day: days without work and holidays take none. */
export function countDays(
  requested: RequestedTime,
  patterns: readonly Pattern[],
  holidays: ReadonlySet<CalendarDate>,
): CountedDay[] {
  const days: CountedDay[] = [];
  for (let day = requested.startsOn; day <= requested.endsOn; day = addDays(day, 1)) {
    const work = holidays.has(day) ? 0 : workMinutesOn(patterns, day);
    const minutes = partOf(work, requested);
    if (minutes > 0) days.push({ day, minutes });
  }
  return days;
}

function partOf(work: number, { portion, minutes = 0 }: RequestedTime): number {
  if (portion === 'full') return work;
  // Both halves together are the day.
  if (portion === 'morning') return Math.ceil(work / 2);
  if (portion === 'afternoon') return Math.floor(work / 2);
  return Math.min(minutes, work);
}

/** The part of the day they are away, in minutes after midnight. */
export function awayBetween({ portion, fromMinute = 0, minutes = 0 }: RequestedTime): {
  fromMinute: number;
  toMinute: number;
} {
  switch (portion) {
    case 'full':
      return { fromMinute: 0, toMinute: 1440 };
    case 'morning':
      return { fromMinute: 0, toMinute: middayMinute };
    case 'afternoon':
      return { fromMinute: middayMinute, toMinute: 1440 };
    case 'hours':
      return { fromMinute, toMinute: Math.min(1440, fromMinute + minutes) };
  }
}

/** Days of blackout: the last ones of each month, or all between two days. */
export interface BlackoutDays {
  startsOn: CalendarDate;
  endsOn: CalendarDate | null;
  lastDays: number | null;
}

/** The parts of `from` to `to` that are blackout days, as spans. */
export function blackoutSpans(
  { startsOn, endsOn, lastDays }: BlackoutDays,
  from: CalendarDate,
  to: CalendarDate,
): { startsOn: CalendarDate; endsOn: CalendarDate }[] {
  const first = later(from, startsOn);
  const last = endsOn === null ? to : earlier(endsOn, to);
  if (first > last) return [];
  if (lastDays === null) return [{ startsOn: first, endsOn: last }];
  const spans: { startsOn: CalendarDate; endsOn: CalendarDate }[] = [];
  for (let month = `${first.slice(0, 7)}-01`; month <= last; month = nextMonth(month)) {
    const end = addDays(nextMonth(month), -1);
    const begin = addDays(end, 1 - lastDays);
    const span = { startsOn: later(begin, first), endsOn: earlier(end, last) };
    if (span.startsOn <= span.endsOn) spans.push(span);
  }
  return spans;
}

const nextMonth = (month: CalendarDate): CalendarDate => `${addDays(month, 31).slice(0, 7)}-01`;
