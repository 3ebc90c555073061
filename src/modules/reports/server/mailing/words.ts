import { type CalendarDate, wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import type { Span } from '../../contract/period.ts';
import type { Unit } from '../../contract/report.ts';
import type { Timing } from './timetable.ts';

const numbers = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const [whole, tenths, hundredths] = [numbers(0), numbers(1), numbers(2)];
const dollars = new Intl.NumberFormat('en-US', {
  ...{ style: 'currency', currency: 'USD', maximumFractionDigits: 0 },
});

/** A figure in words: `$12,345`, `42.3%`, `1 h 20 min`; a dash where there is none. */
export function wordsOf(value: number | null | undefined, unit: Unit): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'cents') return dollars.format(value / 100).replace('-', '−');
  if (unit === 'share') return `${signed(value * 100, tenths)}%`;
  if (unit === 'ratio') return signed(value, hundredths);
  if (unit === 'hours') return `${signed(value, tenths)} h`;
  if (unit === 'days') return `${signed(value, tenths)} days`;
  if (unit === 'minutes') return duration(Math.round(value));
  return signed(value, Number.isInteger(value) ? whole : tenths);
}

const signed = (value: number, format: Intl.NumberFormat) => format.format(value).replace('-', '−');

function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${whole.format(hours)} h` : `${whole.format(hours)} h ${rest} min`;
}

/** `+12%`, of shares in points; nothing where one of the two is not known. */
export function changeOf(
  now: number | null | undefined,
  before: number | null | undefined,
  unit: Unit,
): string {
  if (typeof now !== 'number' || typeof before !== 'number') return '';
  if (unit === 'share') return pointed((now - before) * 100);
  if (now === before) return 'no change';
  if (before === 0) return `was ${wordsOf(0, unit)}`;
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  return percent === 0 ? 'no change' : `${sign(percent)}${whole.format(Math.abs(percent))}%`;
}

function pointed(points: number): string {
  const shown = tenths.format(Math.abs(points));
  return shown === '0.0' ? 'no change' : `${sign(points)}${shown} points`;
}

const sign = (value: number) => (value < 0 ? '−' : '+');

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
