import type { Rules } from '../../contract/rules.ts';
import type { Shift } from './sequence.ts';

const minuteMs = 60_000;
const mealMs = 30 * minuteMs;
const fiveHoursMs = 300 * minuteMs;
const sixHoursMs = 360 * minuteMs;
const tenHoursMs = 600 * minuteMs;

/** A required meal break; times are work time since the start of the shift. */
interface MealRule {
  /** The break must start by then. */
  by: number;
  /** Shorter shifts need no break. */
  from: number;
}

function mealRulesOf({ law, breakAfterMinutes }: Rules): MealRule[] {
  if (law === 'california') {
    // A shift of six hours may waive the first.
    return [
      { by: fiveHoursMs, from: sixHoursMs },
      { by: tenHoursMs, from: tenHoursMs },
    ];
  }
  const by = breakAfterMinutes * minuteMs;
  return by > 0 ? [{ by, from: by }] : [];
}

/** Whether a required meal break is missing or late; breaks of 30 minutes or more count. */
export function missesBreak(shift: Shift, rules: Rules, now: number): boolean {
  let worked = 0;
  const meals: number[] = [];
  for (const { kind, start, end } of shift.spans) {
    const until = end ?? (shift.forgotten ? start : Math.max(now, start));
    // A running break may still become long enough.
    if (kind === 'break' && (until - start >= mealMs || end === null)) meals.push(worked);
    if (kind === 'work') worked += until - start;
  }
  return mealRulesOf(rules).some(({ by, from }, index) => {
    const at = meals[index];
    return worked > from && (at === undefined || at > by);
  });
}
