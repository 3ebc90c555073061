import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import type { Interval } from './times.ts';

/** Time off, on each of its days from one minute after midnight to another: 0 to 1440 for whole days. */
export interface AwaySpan {
  startsOn: CalendarDate;
  endsOn: CalendarDate;
  fromMinute: number;
  toMinute: number;
}

const dayMinutes = 24 * 60;

/** Whether a shift is worked during time off, on any of the local days it touches. */
export function isAwayDuring(
  spans: readonly AwaySpan[],
  timezone: string,
  { start, end }: Interval,
): boolean {
  if (spans.length === 0) return false;
  const [first, last] = [wallTimeAt(timezone, start), wallTimeAt(timezone, end - 1)];
  const [firstDay, lastDay] = [first.slice(0, 10), last.slice(0, 10)];
  return [...new Set([firstDay, lastDay])].some((day) => {
    const from = day === firstDay ? minuteOf(first) : 0;
    const to = day === lastDay ? minuteOf(last) + 1 : dayMinutes;
    return spans.some(
      ({ startsOn, endsOn, fromMinute, toMinute }) =>
        startsOn <= day && day <= endsOn && fromMinute < to && toMinute > from,
    );
  });
}

const minuteOf = (wallTime: string) =>
  Number(wallTime.slice(11, 13)) * 60 + Number(wallTime.slice(14, 16));

/** The parts of these days on which someone is away. */
export const awayOn = (spans: readonly AwaySpan[], days: readonly CalendarDate[]) =>
  days.flatMap((date) =>
    spans
      .filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
      .map(({ fromMinute, toMinute }) => ({ date, fromMinute, toMinute })),
  );
