import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { getTimezone } from '../../organization/server/public.ts';

/** The day in the group’s time zone: `2026-11-23`. */
export const getToday = async (db: Db<AnyTables>): Promise<string> =>
  dateAt(await getTimezone(db), Date.now());
