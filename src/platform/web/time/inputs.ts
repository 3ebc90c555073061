import { addDays, instantOf, wallTimeAt, weekdayOf } from '../../contract/wallTime.ts';
import { dayAt } from './days.ts';
import type { Moment } from './moments.ts';
import { zone } from './zone.ts';

/** The value of a `datetime-local` field, to the minute, in the group's time zone: `2026-11-20T08:02`. */
export const toInput = (at: Moment): string =>
  wallTimeAt(zone(), new Date(at).getTime()).slice(0, 16);

/** The instant of such a value; null if invalid. */
export function fromInput(typed: string): Date | null {
  if (Number.isNaN(Date.parse(`${typed}Z`))) return null;
  return new Date(instantOf(zone(), typed));
}

/** Values of a date field and a time field, and back. */
export function toInputs(at: Moment): { date: string; time: string } {
  const [date = '', time = ''] = toInput(at).split('T');
  return { date, time };
}

export const fromInputs = (date: string, time: string): Date | null =>
  date && time ? fromInput(`${date}T${time}`) : null;

/** The instant of a local `time` (`08:00`) in the group's time zone, so many days after the date at `now`. */
export const atClock = (now: Moment, days: number, time: string): Date =>
  new Date(instantOf(zone(), `${addDays(dayAt(now), days)}T${time}`));

/** The day of the week in the group's time zone; 0 is Sunday. */
export const weekdayAt = (at: Moment): number => weekdayOf(dayAt(at));
