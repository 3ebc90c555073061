import {
  addDays,
  type CalendarDate,
  dateAt,
  dayStart,
} from '../../../../platform/contract/wallTime.ts';
import { datesIn } from '../../../../platform/server/text/dates.ts';

/** From `start` up to but not including `end`. */
export interface Span {
  start: Date;
  end: Date;
}

/** The day, month or year of a before:, after: or on: value in the time zone; null if invalid. */
export function spanOf(value: string, timeZone: string, now: Date): Span | null {
  const today = dateAt(timeZone, now.getTime());
  const word = value.trim().toLowerCase();
  if (word === 'today') return dayOf(today, timeZone);
  if (word === 'yesterday') return dayOf(addDays(today, -1), timeZone);
  const [, year, month] = /^(\d{4})(?:-(\d{1,2}))?$/.exec(word) ?? [];
  if (year) return monthOrYear(Number(year), month ? Number(month) : null, timeZone);
  const [date, ...others] = datesIn(value);
  if (!date || others.length > 0 || date.end - date.start < value.trim().length) return null;
  const monthDay = `${two(date.month)}-${two(date.day)}`;
  if (date.year !== null) return dayOf(`${date.year}-${monthDay}`, timeZone);
  // Without a year: the most recent such day.
  const thisYear = Number(today.slice(0, 4));
  const isAhead = monthDay > today.slice(5);
  // February 29 of a year without one is March 1.
  return dayOf(addDays(`${isAhead ? thisYear - 1 : thisYear}-${monthDay}`, 0), timeZone);
}

const two = (number: number) => String(number).padStart(2, '0');

const dayOf = (date: CalendarDate, timeZone: string): Span =>
  spanBetween(date, addDays(date, 1), timeZone);

function monthOrYear(year: number, month: number | null, timeZone: string): Span | null {
  if (year < 1900 || year > 2199 || (month !== null && (month < 1 || month > 12))) return null;
  if (month === null) return spanBetween(`${year}-01-01`, `${year + 1}-01-01`, timeZone);
  const first = `${year}-${two(month)}-01`;
  return spanBetween(first, `${addDays(first, 31).slice(0, 7)}-01`, timeZone);
}

const spanBetween = (from: CalendarDate, end: CalendarDate, timeZone: string): Span => ({
  start: new Date(dayStart(timeZone, from)),
  end: new Date(dayStart(timeZone, end)),
});
