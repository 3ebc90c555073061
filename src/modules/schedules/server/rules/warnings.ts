import type { WarningKind } from '../../contract/shift.ts';
import type { Interval } from './times.ts';

export interface PlannedShift extends Interval {
  shiftId: number;
  /** The local day it starts on. */
  date: string;
  breakMinutes: number;
  /** The person is on time off on one of its days. */
  isAway: boolean;
  /** The person no longer works here then. */
  hasLeft: boolean;
}

const hourMs = 3_600_000;
const restMs = 8 * hourMs;
const weekMs = 40 * hourMs;

export const plannedMs = ({
  start,
  end,
  breakMinutes,
}: Pick<PlannedShift, 'start' | 'end' | 'breakMinutes'>): number =>
  end - start - breakMinutes * 60_000;

/**
 * What to look at again among the shifts of one person, at all stores and in order of time. `week` is the workweek
 * whose hours are added up; the shifts before and after it only matter for rest.
 */
export function warningsOf(
  shifts: readonly PlannedShift[],
  week: Interval,
): { shiftId: number; kind: WarningKind }[] {
  let total = 0;
  return shifts.flatMap((shift, index) => {
    const kinds: WarningKind[] = [];
    const others = shifts.filter((other) => other !== shift);
    const overlaps = others.some((other) => other.start < shift.end && other.end > shift.start);
    if (shift.isAway) kinds.push('away');
    if (shift.hasLeft) kinds.push('left');
    if (overlaps) kinds.push('overlap');
    if (!overlaps && isShortNight(shifts.slice(0, index), shift)) kinds.push('rest');
    if (shift.start >= week.start && shift.start < week.end) {
      total += plannedMs(shift);
      if (total > weekMs) kinds.push('hours');
    }
    return kinds.map((kind) => ({ shiftId: shift.shiftId, kind }));
  });
}

/** Two shifts of one day are a split shift, not a short night. */
function isShortNight(earlier: readonly PlannedShift[], { date, start }: PlannedShift): boolean {
  const [last] = earlier.toSorted((a, b) => b.end - a.end);
  return last !== undefined && last.date < date && start - last.end < restMs;
}
