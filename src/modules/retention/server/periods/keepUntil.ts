import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';

/**
 * The day a period of so many years from `eventDate` ends on: through that day it is kept, on the next it may
 * go. From a February 29 it runs into March 1 where there is none, so that no day is missing. The database
 * counts the same way in `retention_keep_until`.
 */
export function keepUntil({ years }: { years: number }, eventDate: CalendarDate): CalendarDate {
  const [year = 0, month = 0, day = 0] = eventDate.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, day)).toISOString().slice(0, 10);
}
