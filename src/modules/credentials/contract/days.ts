import { type CalendarDate, formatOf } from '../../../platform/contract/wallTime.ts';

/** `Nov 20, 2026` */
export const calendarDay = (date: CalendarDate): string =>
  formatOf({ dateStyle: 'medium' }, 'UTC').format(new Date(`${date}T00:00:00Z`));

/** `today`, `in 1 day`, `in 30 days`; `yesterday`, `12 days ago` */
export function daysFromNow(days: number): string {
  if (days === 0) return 'today';
  if (days === -1) return 'yesterday';
  if (days < 0) return `${-days} days ago`;
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}
