import type { Rules } from '../../contract/rules.ts';

const hourMs = 3_600_000;
const weekMs = 40 * hourMs;
const dayMs = 8 * hourMs;
const longDayMs = 12 * hourMs;

/** How a day's paid time is paid: at the rate itself, at one and a half, at double. */
export interface Split {
  regularMs: number;
  overtimeMs: number;
  doubleMs: number;
}

/**
 * Federal law exempts those who sell, service or keep parts of cars from overtime, California does not: there
 * only white-collar work stays without it here.
 */
export function isExempt({ law, basis }: Pick<Rules, 'law' | 'basis'>): boolean {
  if (basis === 'non_exempt') return false;
  return law === 'federal' || basis === 'white_collar';
}

/** The paid time of the seven days of a workweek, split day by day. */
export function splitWeek(paidMs: readonly number[], rules: Pick<Rules, 'law' | 'basis'>): Split[] {
  if (isExempt(rules)) return paidMs.map(plain);
  const byDay = rules.law === 'california' ? splitDays(paidMs) : paidMs.map(plain);
  let regular = 0;
  // What goes beyond forty hours is the last that was worked.
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

const plain = (ms: number): Split => ({ regularMs: ms, overtimeMs: 0, doubleMs: 0 });

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
