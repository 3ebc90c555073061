import { monthOf, type Period, sameDays, thisMonth } from './period.ts';

/** The value of one part of the period. */
export interface Part {
  part: number;
  value: number;
}

/** A figure for the month to date, the same days of last month, and each month. */
export interface Line {
  now: number;
  before: number;
  months: (number | null)[];
}

/** Sums parts; months before `since`, the first day with records, are null rather than zero. */
export function lineOf(period: Period, parts: readonly Part[], since: string | null): Line {
  const sum = (wanted: (part: number) => boolean) =>
    parts.reduce((total, { part, value }) => (wanted(part) ? total + value : total), 0);
  return {
    now: sum((part) => part === thisMonth),
    before: sum((part) => part === sameDays),
    months: period.months.map((month, at) =>
      isKnown(month, since) ? sum((part) => monthOf(part) === at) : null,
    ),
  };
}

export const isKnown = (month: string, since: string | null) =>
  since !== null && month >= since.slice(0, 7);

/** The earliest day, ignoring missing ones. */
export const earliest = (days: readonly (string | null)[]): string | null =>
  days.filter((day) => day !== null).sort()[0] ?? null;
