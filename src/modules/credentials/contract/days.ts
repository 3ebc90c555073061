import type { CalendarDate } from '../../../platform/contract/wallTime.ts';

/** `today`, `in 1 day`, `in 30 days`; `yesterday`, `12 days ago` */
export function daysFromNow(days: number): string {
  if (days === 0) return 'today';
  if (days === -1) return 'yesterday';
  if (days < 0) return `${-days} days ago`;
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}

export const daysUntil = (day: CalendarDate, today: CalendarDate): number =>
  (Date.parse(day) - Date.parse(today)) / 86_400_000;

/** The same day so many months later; the last of the month where it has no such day. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
    .toISOString()
    .slice(0, 10);
}
