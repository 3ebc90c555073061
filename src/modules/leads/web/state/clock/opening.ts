import {
  addDays,
  dateAt,
  instantOf,
  weekdayOf,
} from '../../../../../platform/contract/wallTime.ts';
import type { Hours } from '../../../contract/settings.ts';

/** The opening hours of a store and their time zone. */
export interface Opening {
  hours: Hours;
  timezone: string;
  limitMinutes: number;
}

interface Span {
  from: number;
  to: number;
}

const spans = new Map<string, Span | null>();
/** Upper bound of the search. */
const daysAtMost = 400;

/** The opening hours of a day; null if closed. */
function spanOf({ hours, timezone }: Opening, date: string): Span | null {
  const day = hours[(weekdayOf(date) + 6) % 7];
  if (!day) return null;
  const key = `${timezone} ${date} ${day.opens} ${day.closes}`;
  const cached = spans.get(key);
  if (cached !== undefined) return cached;
  if (spans.size > 5_000) spans.clear();
  const span = {
    from: instantOf(timezone, `${date}T${day.opens}`),
    to: instantOf(timezone, `${date}T${day.closes}`),
  };
  spans.set(key, span);
  return span;
}

/** Opening hours between two instants, in milliseconds. */
export function openMsBetween(opening: Opening, from: number, to: number): number {
  const last = dateAt(opening.timezone, to);
  let sum = 0;
  let date = dateAt(opening.timezone, from);
  for (let day = 0; date <= last && day < daysAtMost; day += 1) {
    const span = spanOf(opening, date);
    if (span) sum += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
    date = addDays(date, 1);
  }
  return sum;
}

/** When a closed store opens next; null if it is open or never opens. */
export function nextOpening(opening: Opening, now: number): number | null {
  let date = dateAt(opening.timezone, now);
  for (let day = 0; day < 8; day += 1) {
    const span = spanOf(opening, date);
    if (span && now < span.to) return now < span.from ? span.from : null;
    date = addDays(date, 1);
  }
  return null;
}
