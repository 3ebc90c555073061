import { daysBetween, isToday } from './days.ts';
import { clockTime, dateText, exactTime, type Moment, shortDate, shortTime } from './moments.ts';
import { zone } from './zone.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `just now`, `5 min. ago`, then `yesterday` by dates of the group's time zone; the date itself after a week. */
export function relativeTime(at: Date, now: Date, timeZone = zone()): string {
  const passed = now.getTime() - at.getTime();
  if (passed < minute) return 'just now';
  if (passed < hour) return `${Math.floor(passed / minute)} min. ago`;
  if (passed < day) return `${Math.floor(passed / hour)} hr. ago`;
  if (passed >= 7 * day) return exactTime(at, timeZone);
  // The day daylight saving ends has 25 hours.
  const days = Math.max(1, daysBetween(at, now, timeZone));
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** Like `relativeTime`, with only the date (`Nov 20, 2026`) if more than a week ago or in the future. */
export function agoText(at: Moment, now = new Date()): string {
  const then = new Date(at);
  const passed = now.getTime() - then.getTime();
  return passed >= 0 && passed < 7 * day ? relativeTime(then, now) : dateText(then);
}

/** `8:02 AM` today, `Nov 20, 8:02 AM` on any other day. */
export const nearTime = (at: Moment, now: Moment = Date.now()): string =>
  isToday(at, now) ? clockTime(at) : shortTime(at);

/** `8:02 AM` today, `Nov 20` on any other day. */
export const nearDate = (at: Moment, now: Moment = Date.now()): string =>
  isToday(at, now) ? clockTime(at) : shortDate(at);
