import {
  addDays,
  type CalendarDate,
  dateAt,
  instantOf,
  weekdayOf,
} from '../../../platform/contract/wallTime.ts';
import type { Hours } from './settings.ts';

/** The opening hours of a store, in the group time zone. */
export interface OpenHours {
  hours: Hours;
  timezone: string;
}

interface Open {
  from: number;
  to: number;
}

/** Upper bound of the search; a store that is never open would loop forever. */
const daysAtMost = 740;

const cache = new Map<string, Open>();

function openOn(date: CalendarDate, { hours, timezone }: OpenHours): Open | null {
  // Monday first.
  const day = hours[(weekdayOf(date) + 6) % 7];
  if (!day) return null;
  const key = `${timezone} ${date} ${day.opens} ${day.closes}`;
  const found = cache.get(key);
  if (found) return found;
  if (cache.size > 10_000) cache.clear();
  const open = {
    from: instantOf(timezone, `${date}T${day.opens}`),
    to: instantOf(timezone, `${date}T${day.closes}`),
  };
  cache.set(key, open);
  return open;
}

/** The open days, starting with the day of `from`. */
function* openDays(from: number, open: OpenHours): Generator<Open> {
  let date = dateAt(open.timezone, from);
  for (let day = 0; day < daysAtMost; day += 1, date = addDays(date, 1)) {
    const found = openOn(date, open);
    if (found) yield found;
  }
}

/** Opening hours between two instants, in milliseconds. */
export function openMsBetween(open: OpenHours, from: number, to: number): number {
  let sum = 0;
  for (const day of openDays(from, open)) {
    if (day.from >= to) break;
    sum += Math.max(0, Math.min(day.to, to) - Math.max(day.from, from));
  }
  return sum;
}

/** Opening hours between two instants, in whole seconds. */
export const openSeconds = (open: OpenHours, from: number, to: number): number =>
  Math.floor(openMsBetween(open, from, to) / 1_000);

/** When a closed store opens next; null if it is open or never opens. */
export function nextOpening(open: OpenHours, now: number): number | null {
  for (const { from, to } of openDays(now, open)) {
    if (now < to) return now < from ? from : null;
  }
  return null;
}

/** The instant after `minutes` of opening hours since `from`. */
export function dueAt(open: OpenHours, from: number, minutes: number): Date {
  let left = minutes * 60_000;
  let last = from;
  for (const day of openDays(from, open)) {
    const start = Math.max(day.from, from);
    if (start >= day.to) continue;
    if (left <= day.to - start) return new Date(start + left);
    left -= day.to - start;
    last = day.to;
  }
  return new Date(last);
}
