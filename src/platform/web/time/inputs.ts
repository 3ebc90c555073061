import { addDays, instantOf, wallTimeAt, weekdayOf } from '../../contract/wallTime.ts';
import { dayAt } from './days.ts';
import type { Moment } from './moments.ts';
import { zone } from './zone.ts';

/** What a `datetime-local` field holds, to the minute and by the clocks of the group: `2026-11-20T08:02`. */
export const toInput = (at: Moment): string =>
  wallTimeAt(zone(), new Date(at).getTime()).slice(0, 16);

/** The moment such a field means; null where what is in it is no time. */
export function fromInput(typed: string): Date | null {
  if (Number.isNaN(Date.parse(`${typed}Z`))) return null;
  return new Date(instantOf(zone(), typed));
}

/** The two values of a date and a time field, and back. */
export function toInputs(at: Moment): { date: string; time: string } {
  const [date = '', time = ''] = toInput(at).split('T');
  return { date, time };
}

export const fromInputs = (date: string, time: string): Date | null =>
  date && time ? fromInput(`${date}T${time}`) : null;

/** When the clocks of the group show `time` (`08:00`), so many days after the day it is at `now`. */
export const atClock = (now: Moment, days: number, time: string): Date =>
  new Date(instantOf(zone(), `${addDays(dayAt(now), days)}T${time}`));

/** The day of the week it is for the group; 0 is Sunday. */
export const weekdayAt = (at: Moment): number => weekdayOf(dayAt(at));
