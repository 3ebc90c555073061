import type { Rules } from '../contract/rules.ts';
import { forgottenAfterMs } from '../contract.ts';
import type { Punch } from '../server/hours/sequence.ts';

// A simple, slow reference implementation to compare the real calculation with.

const minuteMs = 60_000;

export interface Interval {
  kind: 'work' | 'break';
  start: number;
  end: number;
}

/** The intervals between consecutive punches, without any notion of shifts. */
export function intervalsOf(punches: readonly Punch[], now: number): Interval[] {
  let shiftStart = 0;
  return punches.flatMap(({ kind, at }, index): Interval[] => {
    if (kind === 'clock_in') shiftStart = at;
    if (kind === 'clock_out') return [];
    const next = punches[index + 1];
    const unended = next ? next.kind === 'clock_in' : now - shiftStart >= forgottenAfterMs;
    const end = unended ? at : (next?.at ?? Math.max(now, at));
    return [{ kind: kind === 'break_start' ? 'break' : 'work', start: at, end }];
  });
}

/** Sums by day, looking up the date of every minute. */
export function byDay(intervals: readonly Interval[], timezone: string): Map<string, number> {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
  const days = new Map<string, number>();
  for (const { start, end } of intervals) {
    for (let at = start; at < end; ) {
      const until = Math.min(end, (Math.floor(at / minuteMs) + 1) * minuteMs);
      const date = calendar.format(at);
      days.set(date, (days.get(date) ?? 0) + until - at);
      at = until;
    }
  }
  return days;
}

export function isPaidUnder({ paidBreakMinutes }: Pick<Rules, 'paidBreakMinutes'>) {
  const limit = paidBreakMinutes * minuteMs;
  return ({ kind, start, end }: Interval): boolean =>
    kind === 'work' || (limit > 0 && end - start <= limit);
}
