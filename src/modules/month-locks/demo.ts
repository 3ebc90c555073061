import { dateAt } from '../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';
import { lastDayOf, monthBefore } from './contract.ts';

/** Seeds the locks of a store whose controller closes each month in time; the others are behind. */
export async function seedMonthLocks(
  tx: Db<AnyTables>,
  asOf: Date,
  idOf: (username: string) => number,
): Promise<void> {
  const today = dateAt(await getTimezone(tx), asOf.getTime());
  const lastMonth = monthBefore(today.slice(0, 7));
  const locked = [monthBefore(monthBefore(lastMonth)), monthBefore(lastMonth)];
  await tx
    .insertInto('month_locks')
    .values(
      locked.map((month) => ({
        store: 'hyundai',
        through: lastDayOf(month),
        changed_by: idOf('samir.haddad'),
        // Closed on the evening of the 9th of the next month.
        changed_at: new Date(Date.parse(`${lastDayOf(month)}T22:10:00Z`) + 9 * 86_400_000),
      })),
    )
    .execute();
}
