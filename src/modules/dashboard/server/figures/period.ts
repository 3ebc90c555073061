import {
  addDays,
  type CalendarDate,
  dateAt,
  dayStart,
} from '../../../../platform/contract/wallTime.ts';

/**
 * The month to date and the eleven months before it, in thirteen parts: ten full months, the same days of
 * last month, the rest of last month, and this month’s days.
 */
export interface Period {
  timezone: string;
  today: CalendarDate;
  days: { from: CalendarDate; to: CalendarDate; beforeFrom: CalendarDate; beforeTo: CalendarDate };
  /** `2026-11`, oldest first. */
  months: string[];
  /** The first day of each part; a part may be empty. */
  parts: CalendarDate[];
  /** The day after the last; records dated later have not happened yet. */
  end: CalendarDate;
}

/** Parts are numbered from 1, as `width_bucket` does. */
export const sameDays = 11;
export const thisMonth = 13;
const monthCount = 12;

/** In the group time zone; a shorter previous month is compared in full. */
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

/** Days from `from` up to, but not including, `end`. */
export interface Span {
  from: CalendarDate;
  end: CalendarDate;
}

/** `past`: the ten months without a comparison; `recent`: last month and this month. */
export function spansOf({ days, parts, end }: Period): { past: Span; recent: Span } {
  return {
    past: { from: parts[0] ?? days.beforeFrom, end: days.beforeFrom },
    recent: { from: days.beforeFrom, end },
  };
}

export const instantsOf = ({ timezone }: Period, dates: readonly CalendarDate[]): string[] =>
  dates.map((date) => new Date(dayStart(timezone, date)).toISOString());

/** The index of the month (0 to 11) a part belongs to. */
export const monthOf = (part: number) => (part <= sameDays ? part - 1 : part - 2);

function firstDay(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b);
