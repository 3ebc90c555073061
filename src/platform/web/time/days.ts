import { addDays, type CalendarDate, dateAt, dayStart, formatOf } from '../../contract/wallTime.ts';
import { clockTime, type Moment } from './moments.ts';
import { zone } from './zone.ts';

const dayMs = 86_400_000;
const millis = (at: Moment) => new Date(at).getTime();

/** The last day formatted, with its start and end: rows of a list are mostly of one day. */
let last = { timeZone: '', date: '', from: 0, to: 0 };

/** The date in the group's time zone at an instant: `2026-11-20`. */
export function dayAt(at: Moment, timeZone = zone()): CalendarDate {
  const ms = millis(at);
  if (timeZone === last.timeZone && ms >= last.from && ms < last.to) return last.date;
  const date = dateAt(timeZone, ms);
  const [from, to] = [dayStart(timeZone, date), dayStart(timeZone, addDays(date, 1))];
  last = { timeZone, date, from, to };
  return date;
}

/** Today's date in the group's time zone. */
export const today = (): CalendarDate => dayAt(Date.now());

export const isSameDay = (one: Moment, other: Moment, timeZone = zone()): boolean =>
  dayAt(one, timeZone) === dayAt(other, timeZone);

export const isToday = (at: Moment, now: Moment = Date.now()): boolean => isSameDay(at, now);

/** Number of midnights in the group's time zone between two instants; negative if the later one comes first. */
export function daysBetween(from: Moment, to: Moment, timeZone = zone()): number {
  return (Date.parse(dayAt(to, timeZone)) - Date.parse(dayAt(from, timeZone))) / dayMs;
}

const near = { weekday: 'long', month: 'long', day: 'numeric' } as const;

/** Relative or full name of a day: Today, Yesterday, Monday, January 5; with the year if it is another one. */
export function dayName(at: Moment, now: Moment): string {
  const daysAgo = daysBetween(at, now);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  const sameYear = dayAt(at).slice(0, 4) === dayAt(now).slice(0, 4);
  return formatOf(sameYear ? near : { ...near, year: 'numeric' }, zone()).format(millis(at));
}

/** `today at 9:12 AM`, `Monday, January 5 at 9:12 AM`: for use in a sentence. */
export function momentName(at: Moment, now: Moment): string {
  const day = dayName(at, now);
  const spoken = day === 'Today' || day === 'Yesterday' ? day.toLowerCase() : day;
  return `${spoken} at ${clockTime(at)}`;
}
