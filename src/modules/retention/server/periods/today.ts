import { type CalendarDate, dateAt } from '../../../../platform/contract/wallTime.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { RetentionDb } from '../tables.ts';

/** The day on which something happened, by the clocks of the group. */
export async function eventDateOf(db: RetentionDb, at: Date): Promise<CalendarDate> {
  return dateAt(await getTimezone(db), at.getTime());
}

/** A period that ends today has not ended anywhere the group lives. */
export const getToday = (db: RetentionDb): Promise<CalendarDate> => eventDateOf(db, new Date());

/** Of a month: `2028-02` ends on the 29th. */
export function lastDayOf(month: string): CalendarDate {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
