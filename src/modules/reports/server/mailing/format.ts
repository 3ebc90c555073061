import { type CalendarDate, wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import { type Span, weekdayNames } from '../../contract/period.ts';
import type { Timing } from '../views/timetable.ts';

const dayMonth = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
export const formatDay = (date: CalendarDate) => dayMonth.format(new Date(`${date}T00:00:00Z`));

/** `Nov 1 – 22, 2026`. */
export function formatSpan({ from, to }: Span): string {
  const year = to.slice(0, 4);
  if (from === to) return `${formatDay(to)}, ${year}`;
  if (from.slice(0, 4) !== year)
    return `${formatDay(from)}, ${from.slice(0, 4)} – ${formatDay(to)}, ${year}`;
  const end = from.slice(0, 7) === to.slice(0, 7) ? Number(to.slice(8)) : formatDay(to);
  return `${formatDay(from)} – ${end}, ${year}`;
}

/** `every Monday at 7:00 AM`. */
export function describeTiming({ every, weekday = 0, day = 1, hour }: Timing): string {
  const at = formatClock(`${String(hour).padStart(2, '0')}:00`);
  if (every === 'week') return `every ${weekdayNames[weekday]} at ${at}`;
  return every === 'day' ? `every day at ${at}` : `on day ${day} of every month at ${at}`;
}

/** `14:30` as `2:30 PM`. */
export function formatClock(wall: string): string {
  const hour = Number(wall.slice(0, 2));
  const minute = wall.slice(3, 5);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The local time of an instant: `2:30 PM`. */
export const formatTime = (timezone: string, at: Date) =>
  formatClock(wallTimeAt(timezone, at.getTime()).slice(11, 16));
