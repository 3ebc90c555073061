import type { Rules } from '../contract/rules.ts';
import { forgottenAfterMs } from '../contract.ts';
import type { Moment } from '../server/hours/sequence.ts';

// A second way to count, as plain as it is slow, for tests to compare the first with.

const minuteMs = 60_000;

export interface Stretch {
  kind: 'work' | 'break';
  start: number;
  end: number;
}

/** Read off the punches without any notion of a shift: what lies between one and the next. */
export function stretchesOf(moments: readonly Moment[], now: number): Stretch[] {
  let begun = 0;
  return moments.flatMap(({ kind, at }, index): Stretch[] => {
    if (kind === 'clock_in') begun = at;
    if (kind === 'clock_out') return [];
    const next = moments[index + 1];
    const unended = next ? next.kind === 'clock_in' : now - begun >= forgottenAfterMs;
    const end = unended ? at : (next?.at ?? Math.max(now, at));
    return [{ kind: kind === 'break_start' ? 'break' : 'work', start: at, end }];
  });
}

/** Walks minute by minute and asks the calendar each time which day it is. */
export function byDay(stretches: readonly Stretch[], timezone: string): Map<string, number> {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
  const days = new Map<string, number>();
  for (const { start, end } of stretches) {
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
  return ({ kind, start, end }: Stretch): boolean =>
    kind === 'work' || (limit > 0 && end - start <= limit);
}
