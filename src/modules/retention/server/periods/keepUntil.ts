import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';

/**
 * The last day of a period of this many years from `eventDate`: the item is kept through that day and due on the
 * next. From a February 29 it runs into March 1 where there is none, so that no day is missing. The database counts
 * the same way in `retention_keep_until`.
 */
export function keepUntil({ years }: { years: number }, eventDate: CalendarDate): CalendarDate {
  const [year = 0, month = 0, day = 0] = eventDate.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, day)).toISOString().slice(0, 10);
}
