import { addDays, type CalendarDate, dayStart } from '../../../../platform/contract/wallTime.ts';
import type { Rules } from '../../contract/rules.ts';
import type { Shift, Span } from './sequence.ts';

const minuteMs = 60_000;

/** The part of a span that lies in one day. */
export interface Interval {
  kind: Span['kind'];
  paid: boolean;
  start: number;
  end: number;
  /** It still runs: `end` is the moment of counting. */
  runs: boolean;
  /** Nobody knows when it ended: it counts as nothing. */
  unended: boolean;
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

/** Work and paid breaks: the hours worked of the law. */
export const paidMsOf = ({ workMs, paidBreakMs }: Day): number => workMs + paidBreakMs;

/** Whole, before it is cut into days: a break is as long as it was, whichever midnight it crossed. */
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
  };
}

/** The seven days of the week from `weekStart` on, each as long as its clocks made it. */
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
    return sumUp({ date, start, end, intervals: within(intervals, start, end) });
  });
}

function within(intervals: readonly Interval[], start: number, end: number): Interval[] {
  return intervals.flatMap((interval) => {
    const from = Math.max(interval.start, start);
    const until = Math.min(interval.end, end);
    const begins = interval.start >= start && interval.start < end;
    // What has just begun or was never ended has no length yet, and is shown all the same.
    if (until <= from && !(begins && (interval.runs || interval.unended))) return [];
    const runs = interval.runs && interval.end <= end;
    return [{ ...interval, start: from, end: Math.max(from, until), runs }];
  });
}

function sumUp(day: Omit<Day, 'workMs' | 'paidBreakMs' | 'unpaidBreakMs'>): Day {
  const sum = (counts: (interval: Interval) => boolean) =>
    day.intervals.filter(counts).reduce((total, { start, end }) => total + end - start, 0);
  return {
    ...day,
    workMs: sum(({ kind }) => kind === 'work'),
    paidBreakMs: sum(({ kind, paid }) => kind === 'break' && paid),
    unpaidBreakMs: sum(({ kind, paid }) => kind === 'break' && !paid),
  };
}
