import { type CalendarDate, dateAt } from '../../../../platform/contract/wallTime.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { RetentionDb } from '../tables.ts';

/** In the group’s time zone: a period whose last day is today has not ended yet. */
export const getToday = async (db: RetentionDb): Promise<CalendarDate> =>
  dateAt(await getTimezone(db), Date.now());

/** Last day of a month: `2028-02` ends on the 29th. */
export function lastDayOf(month: string): CalendarDate {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
