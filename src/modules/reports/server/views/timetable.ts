import {
  addDays,
  type CalendarDate,
  dateAt,
  instantOf,
  weekdayOf,
} from '../../../../platform/contract/wallTime.ts';
import type { Schedule } from '../../contract/views.ts';

/** When a view is sent: `weekday` of a week (0 is Sunday), `day` of a month, on the hour. */
export type Timing = Pick<Schedule, 'every' | 'weekday' | 'day' | 'hour'>;

/** Two months contain every kind of day. */
const daysAtMost = 62;

/** The first run after an instant, in the time zone, in milliseconds. */
export function nextRun(timing: Timing, timezone: string, after: number): number {
  return search(timing, timezone, after, 1, (at) => at > after);
}

/** The last run up to an instant, in milliseconds. */
export function lastRun(timing: Timing, timezone: string, upTo: number): number {
  return search(timing, timezone, upTo, -1, (at) => at <= upTo);
}

function search(
  timing: Timing,
  timezone: string,
  from: number,
  step: 1 | -1,
  fits: (at: number) => boolean,
): number {
  const hour = String(timing.hour).padStart(2, '0');
  let date = dateAt(timezone, from);
  for (let days = 0; days <= daysAtMost; days += 1, date = addDays(date, step)) {
    if (!isDay(timing, date)) continue;
    const at = instantOf(timezone, `${date}T${hour}:00`);
    if (fits(at)) return at;
  }
  throw new Error('The schedule has no matching day');
}

function isDay({ every, weekday, day = 1 }: Timing, date: CalendarDate): boolean {
  if (every === 'day') return true;
  if (every === 'week') return weekdayOf(date) === weekday;
  const isLast = addDays(date, 1).endsWith('-01');
  const own = Number(date.slice(8));
  return own === day || (isLast && own < day);
}
