import type { Rules } from '../../contract/rules.ts';

const hourMs = 3_600_000;
const weekMs = 40 * hourMs;
const dayMs = 8 * hourMs;
const longDayMs = 12 * hourMs;

/** A day's paid time by pay rate: regular, time and a half, double time. */
export interface Split {
  regularMs: number;
  overtimeMs: number;
  doubleMs: number;
}

/**
 * Federal law exempts vehicle salespeople, partspeople and mechanics from overtime. California does not: there
 * only white-collar employees are exempt here.
 */
export function isExempt({ law, basis }: Pick<Rules, 'law' | 'basis'>): boolean {
  if (basis === 'non_exempt') return false;
  return law === 'federal' || basis === 'white_collar';
}

/** The paid time of the seven days of a workweek, split day by day. */
export function splitWeek(paidMs: readonly number[], rules: Pick<Rules, 'law' | 'basis'>): Split[] {
  if (isExempt(rules)) return paidMs.map(allRegular);
  const byDay = rules.law === 'california' ? splitDays(paidMs) : paidMs.map(allRegular);
  let regular = 0;
  // The hours beyond forty are the last ones worked.
  return byDay.map((split) => {
    const within = Math.min(split.regularMs, Math.max(0, weekMs - regular));
    regular += split.regularMs;
    return {
      ...split,
      regularMs: within,
      overtimeMs: split.overtimeMs + split.regularMs - within,
    };
  });
}

const allRegular = (ms: number): Split => ({ regularMs: ms, overtimeMs: 0, doubleMs: 0 });

/** California: beyond eight hours, beyond twelve, and the seventh day worked in a workweek. */
function splitDays(paidMs: readonly number[]): Split[] {
  const everyDay = paidMs.length === 7 && paidMs.every((ms) => ms > 0);
  return paidMs.map((ms, index) => {
    if (everyDay && index === 6) {
      const overtimeMs = Math.min(ms, dayMs);
      return { regularMs: 0, overtimeMs, doubleMs: ms - overtimeMs };
    }
    const regularMs = Math.min(ms, dayMs);
    const overtimeMs = Math.min(ms, longDayMs) - regularMs;
    return { regularMs, overtimeMs, doubleMs: ms - regularMs - overtimeMs };
  });
}
