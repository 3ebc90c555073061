import { type CalendarDate, dateAt } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { getTimezone } from '../../organization/server/public.ts';

/** Today in the group’s time zone. */
export const getToday = async (db: Db<AnyTables>): Promise<CalendarDate> =>
  dateAt(await getTimezone(db), Date.now());
