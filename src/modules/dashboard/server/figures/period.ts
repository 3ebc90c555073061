import {
  addDays,
  type CalendarDate,
  dateAt,
  dayStart,
} from '../../../../platform/contract/wallTime.ts';

/**
 * The month so far and the eleven before it, cut into thirteen parts: ten whole months, the same days of the
 * last month, the rest of that month, and the days of this one.
 */
export interface Period {
  timezone: string;
  today: CalendarDate;
  days: { from: CalendarDate; to: CalendarDate; beforeFrom: CalendarDate; beforeTo: CalendarDate };
  /** `2026-11`, the oldest first. */
  months: string[];
  /** The first day of each part; a part may be empty. */
  parts: CalendarDate[];
  /** The day after the last: what is dated later has not happened yet. */
  end: CalendarDate;
}

/** Parts count from 1, as PostgreSQL counts what lies between bounds. */
export const sameDays = 11;
export const thisMonth = 13;
const monthCount = 12;

/** By the calendar of the zone the group lives by; a shorter month before is compared as a whole. */
export function periodOf(timezone: string, now: number): Period {
  const today = dateAt(timezone, now);
  const firsts = Array.from({ length: monthCount }, (_, at) =>
    firstDay(today, at - monthCount + 1),
  );
  const from = firstDay(today, 0);
  const beforeFrom = firstDay(today, -1);
  const split = earlier(addDays(beforeFrom, Number(today.slice(8))), from);
  return {
    timezone,
    today,
    days: { from, to: today, beforeFrom, beforeTo: addDays(split, -1) },
    months: firsts.map((first) => first.slice(0, 7)),
    parts: [...firsts.slice(0, -1), split, from],
    end: addDays(today, 1),
  };
}

/** Days from the first up to, and without, the last. */
export interface Span {
  from: CalendarDate;
  end: CalendarDate;
}

/** The ten months nothing is compared with, and what is: the last month and this one. */
export function spansOf({ days, parts, end }: Period): { past: Span; recent: Span } {
  return {
    past: { from: parts[0] ?? days.beforeFrom, end: days.beforeFrom },
    recent: { from: days.beforeFrom, end },
  };
}

/** The same bounds as instants. */
export const instantsOf = ({ timezone }: Period, dates: readonly CalendarDate[]): string[] =>
  dates.map((date) => new Date(dayStart(timezone, date)).toISOString());

/** Which of the twelve months, from 0, a part belongs to. */
export const monthOf = (part: number) => (part <= sameDays ? part - 1 : part - 2);

function firstDay(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b);
