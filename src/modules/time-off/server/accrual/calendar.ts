import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { Period } from '../../contract/rules.ts';

/** A day as the number of days since 1970, which can be added to and compared. */
export type Day = number;

const dayMs = 86_400_000;

export const dayOf = (date: CalendarDate): Day => Date.parse(`${date}T00:00:00Z`) / dayMs;
export const dateOf = (day: Day): CalendarDate => new Date(day * dayMs).toISOString().slice(0, 10);
/** 0 is Sunday; the first of January 1970 was a Thursday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;

export interface Parts {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

const known = new Map<Day, Parts>();

export function partsOf(day: Day): Parts {
  const found = known.get(day);
  if (found) return found;
  const at = new Date(day * dayMs);
  const parts = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
  if (known.size > 50_000) known.clear();
  known.set(day, parts);
  return parts;
}

export const lastOfMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The day with these parts; a day that the month does not have is its last. */
export function dayWith(year: number, month: number, day: number): Day {
  return Date.UTC(year, month - 1, Math.min(day, lastOfMonth(year, month))) / dayMs;
}

/** The same day of the month, months later; the last of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, day: of } = partsOf(day);
  const at = year * 12 + month - 1 + months;
  return dayWith(Math.floor(at / 12), (at % 12) + 1, of);
}

/** The anniversary in a year: February 28 for someone who was hired on February 29. */
const anniversaryIn = (hired: Day, year: number): Day =>
  dayWith(year, partsOf(hired).month, partsOf(hired).day);

/** Full years between the hire date and a day. */
export function yearsOfService(hired: Day, day: Day): number {
  const { year } = partsOf(day);
  const years = year - partsOf(hired).year;
  return Math.max(0, day >= anniversaryIn(hired, year) ? years : years - 1);
}

/** When leave years begin: on a day of the year, or with `null` on the anniversary of the hire date. */
export type YearStart = { month: number; day: number } | null;

/** The leave year that contains a day, as its first day and the first day of the next. */
export function leaveYearOf(day: Day, start: YearStart, hired: Day): { from: Day; next: Day } {
  const { year } = partsOf(day);
  const startIn = (of: number) =>
    start ? dayWith(of, start.month, start.day) : anniversaryIn(hired, of);
  const here = startIn(year);
  return day >= here
    ? { from: here, next: startIn(year + 1) }
    : { from: startIn(year - 1), next: here };
}

export const periodsPerYear: Record<Period, number> = {
  weekly: 52,
  biweekly: 26,
  semimonthly: 24,
  monthly: 12,
};

/** The pay period that contains a day, both days inclusive. */
export function periodOf(day: Day, period: Period, anchor: Day): { from: Day; to: Day } {
  if (period === 'weekly' || period === 'biweekly') {
    const length = period === 'weekly' ? 7 : 14;
    const from = day - ((((day - anchor) % length) + length) % length);
    return { from, to: from + length - 1 };
  }
  const { year, month, day: of } = partsOf(day);
  const first = dayWith(year, month, 1);
  const last = first + lastOfMonth(year, month) - 1;
  if (period === 'monthly') return { from: first, to: last };
  return of <= 15 ? { from: first, to: first + 14 } : { from: first + 15, to: last };
}
