import { type CalendarDate, dateAt } from '../../../../platform/contract/wallTime.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { RetentionDb } from '../tables.ts';

/** The local date of an instant in the group's time zone. */
export async function eventDateOf(db: RetentionDb, at: Date): Promise<CalendarDate> {
  return dateAt(await getTimezone(db), at.getTime());
}

/** In the group’s time zone: a period whose last day is today has not ended yet. */
export const getToday = (db: RetentionDb): Promise<CalendarDate> => eventDateOf(db, new Date());

/** Last day of a month: `2028-02` ends on the 29th. */
export function lastDayOf(month: string): CalendarDate {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/**
 * The last day of a period of this many years from `eventDate`: the item is kept through that day and due on the
 * next. From a February 29 it runs into March 1 where there is none, so that no day is missing. The database counts
 * the same way in `retention_keep_until`.
 */
export function keepUntil({ years }: { years: number }, eventDate: CalendarDate): CalendarDate {
  const [year = 0, month = 0, day = 0] = eventDate.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, day)).toISOString().slice(0, 10);
}
