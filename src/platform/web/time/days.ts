import { addDays, type CalendarDate, dateAt, dayStart } from '../../contract/wallTime.ts';
import { clockTime, formatOf, type Moment } from './moments.ts';
import { zone } from './zone.ts';

const dayMs = 86_400_000;
const millis = (at: Moment) => new Date(at).getTime();

/** The day found last, and when it begins and ends: what stands in a list is mostly of one day. */
let last = { timeZone: '', date: '', from: 0, to: 0 };

/** The day it is for the group at a moment: `2026-11-20`. */
export function dayAt(at: Moment, timeZone = zone()): CalendarDate {
  const ms = millis(at);
  if (timeZone === last.timeZone && ms >= last.from && ms < last.to) return last.date;
  const date = dateAt(timeZone, ms);
  const [from, to] = [dayStart(timeZone, date), dayStart(timeZone, addDays(date, 1))];
  last = { timeZone, date, from, to };
  return date;
}

/** The day it is for the group now. */
export const today = (): CalendarDate => dayAt(Date.now());

export const isSameDay = (one: Moment, other: Moment, timeZone = zone()): boolean =>
  dayAt(one, timeZone) === dayAt(other, timeZone);

export const isToday = (at: Moment, now: Moment = Date.now()): boolean => isSameDay(at, now);

/** How many midnights of the group lie between two moments; negative where the later one is named first. */
export function daysBetween(from: Moment, to: Moment, timeZone = zone()): number {
  return (Date.parse(dayAt(to, timeZone)) - Date.parse(dayAt(from, timeZone))) / dayMs;
}

const near = { weekday: 'long', month: 'long', day: 'numeric' } as const;

/** A day as one speaks of it: Today, Yesterday, Monday, January 5; with the year once that is over. */
export function dayName(at: Moment, now: Moment): string {
  const daysAgo = daysBetween(at, now);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  const sameYear = dayAt(at).slice(0, 4) === dayAt(now).slice(0, 4);
  return formatOf(sameYear ? near : { ...near, year: 'numeric' }, zone()).format(millis(at));
}

/** `today at 9:12 AM`, `Monday, January 5 at 9:12 AM`: a moment in the middle of a sentence. */
export function momentName(at: Moment, now: Moment): string {
  const day = dayName(at, now);
  const spoken = day === 'Today' || day === 'Yesterday' ? day.toLowerCase() : day;
  return `${spoken} at ${clockTime(at)}`;
}
