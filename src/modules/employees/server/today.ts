import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { invalid } from '../../../platform/server/errors.ts';
import { getTimezone } from '../../organization/server/public.ts';

/** The day in the group’s time zone: `2026-11-23`. */
export const getToday = async (db: Db<AnyTables>): Promise<string> =>
  dateAt(await getTimezone(db), Date.now());

/** Throws 400 for a day after `today`; `field` names it in the request. */
export function assertPast(day: string, today: string, field: string): void {
  if (day > today)
    throw invalid('This day is in the future.', { [field]: 'Choose today or before' });
}
