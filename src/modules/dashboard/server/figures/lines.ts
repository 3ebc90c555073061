import { monthOf, type Period, sameDays, thisMonth } from './period.ts';

/** What one part of the period comes to. */
export interface Part {
  part: number;
  value: number;
}

/** A figure of the month so far, of the same days of the month before, and month by month. */
export interface Line {
  now: number;
  before: number;
  months: (number | null)[];
}

/** Adds parts up; months before `since`, the first day anything is known of, are not known to be nothing. */
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

/** The earlier of some days, of which some are missing. */
export const earliest = (days: readonly (string | null)[]): string | null =>
  days.filter((day) => day !== null).sort()[0] ?? null;
