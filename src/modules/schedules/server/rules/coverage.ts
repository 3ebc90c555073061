import {
  addDays,
  type CalendarDate,
  instantOf,
  wallTimeAt,
  weekdayOf,
} from '../../../../platform/contract/wallTime.ts';
import type { Opening, Plan, Target } from '../../contract/plan.ts';
import type { CoverageDay } from '../../contract/week.ts';
import { type Interval, instantsOf } from './times.ts';

export type CoveragePlan = Pick<Plan, 'opening' | 'exceptions' | 'targets'>;

/** When the department is open that day; a special day goes before the weekday. */
export function openingOn(
  { opening, exceptions }: CoveragePlan,
  date: CalendarDate,
): { opening: Opening | null; name: string | null } {
  const special = exceptions.find((exception) => exception.date === date);
  if (special) return { opening: special.opening, name: special.name };
  return { opening: opening[weekdayOf(date)] ?? null, name: null };
}

/**
 * The opening hours of a day in parts that end on the hour, each with the fewest people who are there at once. Breaks
 * have a length but no time, so they do not count as absence.
 */
export function coverageOf(
  plan: CoveragePlan,
  date: CalendarDate,
  shifts: readonly Interval[],
  timezone: string,
): CoverageDay {
  const { opening, name } = openingOn(plan, date);
  if (!opening) return { date, opens: null, closes: null, name, slots: [] };
  const { opens, closes } = opening;
  const { start, end } = instantsOf(timezone, { date, start: opens, end: closes });
  const slots = hoursOf(timezone, start, end).map((slot) => ({
    startAt: new Date(slot.start).toISOString(),
    endAt: new Date(slot.end).toISOString(),
    start: wallTimeAt(timezone, slot.start).slice(11, 16),
    planned: fewestDuring(slot, shifts),
    needed: neededDuring(plan.targets, slot, timezone),
  }));
  return { date, opens, closes, name, slots };
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Each part ends at the next full hour of the wall clock, the last one at the end. */
function hoursOf(timezone: string, start: number, end: number): Interval[] {
  const parts: Interval[] = [];
  let at = start;
  while (at < end) {
    const intoHour = Number(wallTimeAt(timezone, at).slice(14, 16)) * minuteMs;
    const next = Math.min(at + hourMs - intoHour, end);
    parts.push({ start: at, end: next });
    at = next;
  }
  return parts;
}

/** The number of people only changes where a shift starts or ends. */
function fewestDuring(slot: Interval, shifts: readonly Interval[]): number {
  const near = shifts.filter(({ start, end }) => start < slot.end && end > slot.start);
  const changes = near
    .flatMap(({ start, end }) => [start, end])
    .filter((at) => at > slot.start && at < slot.end);
  const counts = [slot.start, ...changes].map(
    (at) => near.filter(({ start, end }) => start <= at && at < end).length,
  );
  return Math.min(...counts);
}

/** The highest target at any time of the slot; one person where none is set. */
function neededDuring(targets: readonly Target[], slot: Interval, timezone: string): number {
  // After midnight the targets of that day hold.
  const day = wallTimeAt(timezone, slot.start).slice(0, 10);
  const weekday = weekdayOf(day);
  const found = targets.filter(({ days, from, until }) => {
    if (!days.includes(weekday)) return false;
    return (
      instantOf(timezone, `${day}T${from}`) < slot.end &&
      instantOf(timezone, `${day}T${until}`) > slot.start
    );
  });
  return found.length === 0 ? 1 : Math.max(...found.map(({ people }) => people));
}

/** The local days of a week. */
export const daysOfWeek = (start: CalendarDate): CalendarDate[] =>
  Array.from({ length: 7 }, (_, days) => addDays(start, days));
