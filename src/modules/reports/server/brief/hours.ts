import {
  addDays,
  type CalendarDate,
  dateAt,
  instantOf,
  weekdayOf,
} from '../../../../platform/contract/wallTime.ts';

/** Opening time for each day of the week, Monday first; null when closed. */
export type Openings = readonly (string | null)[];

export interface Hours {
  timezone: string;
  openings: Openings;
  /** `08:30`, on open days; null means at opening. */
  at: string | null;
}

/** How long after its time a brief is still worth posting. */
const graceMs = 2 * 60 * 60_000;
const week = 7;

/** When the brief of a day is due, in milliseconds; null on a closed day. */
function dueOn(date: CalendarDate, { timezone, openings, at }: Hours): number | null {
  const opens = openings[(weekdayOf(date) + 6) % week];
  return opens ? instantOf(timezone, `${date}T${at ?? opens}`) : null;
}

/** The day whose brief is due now, or null. */
export function dayDue(hours: Hours, now: number): CalendarDate | null {
  const today = dateAt(hours.timezone, now);
  const due = dueOn(today, hours);
  return due !== null && due <= now && now < due + graceMs ? today : null;
}

/** The next post, where `posted` is the last day already posted; null if never. */
export function nextPost(hours: Hours, now: number, posted: CalendarDate | null): Date | null {
  const today = dateAt(hours.timezone, now);
  for (let days = 0, date = today; days <= week; days += 1, date = addDays(date, 1)) {
    const due = dueOn(date, hours);
    if (due === null || due + graceMs <= now || (posted !== null && date <= posted)) continue;
    return new Date(due);
  }
  return null;
}

/** The last open day before this one, or the day before for a store that never opens. */
export function lastOpenDay(date: CalendarDate, openings: Openings): CalendarDate {
  for (let back = 1; back <= week; back += 1) {
    const before = addDays(date, -back);
    if (openings[(weekdayOf(before) + 6) % week]) return before;
  }
  return addDays(date, -1);
}
