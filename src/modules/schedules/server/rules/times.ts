import { addDays, instantOf, wallTimeAt } from '../../../../platform/contract/wallTime.ts';

/** Instants in milliseconds. */
export interface Interval {
  start: number;
  end: number;
}

/** Wall times of a day; an end that is not after the start is on the next day. */
export interface WallSpan {
  date: string;
  start: string;
  end: string;
}

/**
 * The instants of wall times in a time zone. Across a change of daylight saving time the length differs from what the
 * times suggest: 10 PM to 6 AM is nine hours in the night it ends, and seven in the night it begins.
 */
export function instantsOf(timezone: string, { date, start, end }: WallSpan): Interval {
  const endDate = end > start ? date : addDays(date, 1);
  return {
    start: instantOf(timezone, `${date}T${start}`),
    end: instantOf(timezone, `${endDate}T${end}`),
  };
}

export function wallSpanOf(timezone: string, { start, end }: Interval): WallSpan {
  const starts = wallTimeAt(timezone, start);
  return {
    date: starts.slice(0, 10),
    start: starts.slice(11, 16),
    end: wallTimeAt(timezone, end).slice(11, 16),
  };
}

/** The same wall times, so many days later. */
export const movedBy = (timezone: string, interval: Interval, days: number): Interval => {
  const span = wallSpanOf(timezone, interval);
  return instantsOf(timezone, { ...span, date: addDays(span.date, days) });
};
