import { type CalendarDate, wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import type { Span } from '../../contract/period.ts';
import type { Timing } from './timetable.ts';

const dayMonth = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
export const dayWords = (date: CalendarDate) => dayMonth.format(new Date(`${date}T00:00:00Z`));

/** `Nov 1 – 22, 2026`. */
export function spanWords({ from, to }: Span): string {
  const year = to.slice(0, 4);
  if (from === to) return `${dayWords(to)}, ${year}`;
  if (from.slice(0, 4) !== year)
    return `${dayWords(from)}, ${from.slice(0, 4)} – ${dayWords(to)}, ${year}`;
  const end = from.slice(0, 7) === to.slice(0, 7) ? Number(to.slice(8)) : dayWords(to);
  return `${dayWords(from)} – ${end}, ${year}`;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `every Monday at 7:00 AM`. */
export function timingWords({ every, weekday = 0, day = 1, hour }: Timing): string {
  const at = clockWords(`${String(hour).padStart(2, '0')}:00`);
  if (every === 'week') return `every ${weekdays[weekday]} at ${at}`;
  return every === 'day' ? `every day at ${at}` : `on day ${day} of every month at ${at}`;
}

/** `14:30` as `2:30 PM`. */
export function clockWords(wall: string): string {
  const [hour = 0, minute = '00'] = [Number(wall.slice(0, 2)), wall.slice(3, 5)];
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** What the clocks of a zone show at an instant: `2:30 PM`. */
export const timeWords = (timezone: string, at: Date) =>
  clockWords(wallTimeAt(timezone, at.getTime()).slice(11, 16));
