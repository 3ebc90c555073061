import { shortDay } from '../../../../platform/contract/calendar.ts';
import { wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import { type Span, weekdayNames } from '../../contract/period.ts';
import type { Timing } from '../views/timetable.ts';

/** `Nov 1 – 22, 2026`. */
export function formatSpan({ from, to }: Span): string {
  const year = to.slice(0, 4);
  if (from === to) return `${shortDay(to)}, ${year}`;
  if (from.slice(0, 4) !== year)
    return `${shortDay(from)}, ${from.slice(0, 4)} – ${shortDay(to)}, ${year}`;
  const end = from.slice(0, 7) === to.slice(0, 7) ? Number(to.slice(8)) : shortDay(to);
  return `${shortDay(from)} – ${end}, ${year}`;
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
