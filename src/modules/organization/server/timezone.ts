import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { defaultTimezone, type Timezone, timezone } from '../contract.ts';
import { getSetting, type Setting } from './settings.ts';

export const timezoneSetting: Setting<Timezone> = {
  name: 'timezone',
  schema: timezone,
  fallback: defaultTimezone,
};

/** The IANA name of the zone the group lives by. */
export const getTimezone = (db: Db<AnyTables>): Promise<Timezone> =>
  getSetting(db, timezoneSetting);
