import type { Store } from '../../../../platform/contract/access.ts';
import { addDays, type CalendarDate, dayStart } from '../../../../platform/contract/wallTime.ts';
import type { Rules } from '../../contract/rules.ts';
import type { Shift, Span } from './sequence.ts';

const minuteMs = 60_000;

/** The part of a span within one day. */
export interface Interval {
  kind: Span['kind'];
  paid: boolean;
  start: number;
  end: number;
  /** Still running: `end` is the time of the calculation. */
  runs: boolean;
  /** Has no known end: counts as zero. */
  unended: boolean;
  store: Store | null;
}

export interface Day {
  date: CalendarDate;
  start: number;
  end: number;
  intervals: Interval[];
  workMs: number;
  paidBreakMs: number;
  unpaidBreakMs: number;
}

/** Work and paid breaks, the hours worked under the law. */
export const paidMsOf = ({ workMs, paidBreakMs }: Day): number => workMs + paidBreakMs;

/** Before splitting by day, because a break's full length decides whether it is paid. */
function toInterval(span: Span, shift: Shift, rules: Rules, now: number): Interval {
  const unended = span.end === null && shift.forgotten;
  const end = unended ? span.start : (span.end ?? Math.max(now, span.start));
  const isShort = end - span.start <= rules.paidBreakMinutes * minuteMs;
  const paid = span.kind === 'work' || (isShort && rules.paidBreakMinutes > 0);
  return {
    kind: span.kind,
    paid,
    start: span.start,
    end,
    runs: span.end === null && !unended,
    unended,
    store: span.store,
  };
}

/** The seven days from `weekStart`; days with a clock change have 23 or 25 hours. */
export function daysOf(
  shifts: readonly Shift[],
  weekStart: CalendarDate,
  rules: Rules,
  now: number,
): Day[] {
  const intervals = shifts.flatMap((shift) =>
    shift.spans.map((span) => toInterval(span, shift, rules, now)),
  );
  return Array.from({ length: 7 }, (_, index) => {
    const date = addDays(weekStart, index);
    const start = dayStart(rules.timezone, date);
    const end = dayStart(rules.timezone, addDays(date, 1));
    return withSums({ date, start, end, intervals: within(intervals, start, end) });
  });
}

function within(intervals: readonly Interval[], start: number, end: number): Interval[] {
  return intervals.flatMap((interval) => {
    const from = Math.max(interval.start, start);
    const until = Math.min(interval.end, end);
    const startsHere = interval.start >= start && interval.start < end;
    // An interval that just started or has no end has no length, but is still shown.
    if (until <= from && !(startsHere && (interval.runs || interval.unended))) return [];
    const runs = interval.runs && interval.end <= end;
    return [{ ...interval, start: from, end: Math.max(from, until), runs }];
  });
}

function withSums(day: Omit<Day, 'workMs' | 'paidBreakMs' | 'unpaidBreakMs'>): Day {
  const sum = (counts: (interval: Interval) => boolean) =>
    day.intervals.filter(counts).reduce((total, { start, end }) => total + end - start, 0);
  return {
    ...day,
    workMs: sum(({ kind }) => kind === 'work'),
    paidBreakMs: sum(({ kind, paid }) => kind === 'break' && paid),
    unpaidBreakMs: sum(({ kind, paid }) => kind === 'break' && !paid),
  };
}
