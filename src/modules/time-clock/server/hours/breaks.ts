import type { Rules } from '../../contract/rules.ts';
import type { Shift } from './sequence.ts';

const minuteMs = 60_000;
const mealMs = 30 * minuteMs;
const fiveHoursMs = 300 * minuteMs;
const sixHoursMs = 360 * minuteMs;
const tenHoursMs = 600 * minuteMs;

/** By when, counted in work since the shift began, a meal break has to have begun. */
interface Due {
  by: number;
  /** A shift that is over by then needs none. */
  from: number;
}

function duesOf({ law, breakAfterMinutes }: Rules): Due[] {
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

/** Whether a meal break is missing from the shift, or was late: half an hour or more counts as one. */
export function missesBreak(shift: Shift, rules: Rules, now: number): boolean {
  let worked = 0;
  const meals: number[] = [];
  for (const { kind, start, end } of shift.spans) {
    const until = end ?? (shift.forgotten ? start : Math.max(now, start));
    // One that runs may still become long enough.
    if (kind === 'break' && (until - start >= mealMs || end === null)) meals.push(worked);
    if (kind === 'work') worked += until - start;
  }
  return duesOf(rules).some(({ by, from }, index) => {
    const at = meals[index];
    return worked > from && (at === undefined || at > by);
  });
}
