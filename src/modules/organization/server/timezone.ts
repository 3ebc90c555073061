import { type CalendarDate, dateAt } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { defaultTimezone, type Timezone, timezone } from '../contract.ts';
import { getSetting, type Setting } from './settings.ts';

export const timezoneSetting: Setting<Timezone> = {
  name: 'timezone',
  schema: timezone,
  fallback: defaultTimezone,
};

/** The IANA name of the group time zone. */
export const getTimezone = (db: Db<AnyTables>): Promise<Timezone> =>
  getSetting(db, timezoneSetting);

/** The day in the group time zone. */
export const getToday = async (db: Db<AnyTables>): Promise<CalendarDate> =>
  dateAt(await getTimezone(db), Date.now());
