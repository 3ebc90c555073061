import {
  addDays,
  type CalendarDate,
  dateAt,
  instantOf,
  weekdayOf,
} from '../../../../platform/contract/wallTime.ts';
import type { Hours } from '../../contract/settings.ts';

/** When a store is open, by the clocks of the group. */
export interface OpenHours {
  hours: Hours;
  timezone: string;
}

interface Open {
  from: number;
  to: number;
}

/** Further ahead or back nobody counts; a desk that is never open would be searched for good. */
const daysAtMost = 740;

const known = new Map<string, Open>();

function openOn(date: CalendarDate, { hours, timezone }: OpenHours): Open | null {
  // Monday first.
  const day = hours[(weekdayOf(date) + 6) % 7];
  if (!day) return null;
  const key = `${timezone} ${date} ${day.opens} ${day.closes}`;
  const found = known.get(key);
  if (found) return found;
  if (known.size > 10_000) known.clear();
  const open = {
    from: instantOf(timezone, `${date}T${day.opens}`),
    to: instantOf(timezone, `${date}T${day.closes}`),
  };
  known.set(key, open);
  return open;
}

/** The days from the one that holds `from` on, those that are closed left out. */
function* openDays(from: number, open: OpenHours): Generator<Open> {
  let date = dateAt(open.timezone, from);
  for (let day = 0; day < daysAtMost; day += 1, date = addDays(date, 1)) {
    const found = openOn(date, open);
    if (found) yield found;
  }
}

/** How long the store was open between two instants, in whole seconds. */
export function openSeconds(open: OpenHours, from: number, to: number): number {
  let sum = 0;
  for (const day of openDays(from, open)) {
    if (day.from >= to) break;
    sum += Math.max(0, Math.min(day.to, to) - Math.max(day.from, from));
  }
  return Math.floor(sum / 1_000);
}

/** The instant at which a store will have been open for so many minutes since `from`. */
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
