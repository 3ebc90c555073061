import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { invalid } from '../../../platform/server/errors.ts';
import { worksAt } from '../../../platform/server/records/staff.ts';

/** Throws unless the user is an active employee of the store. */
export async function assertWorksAt(
  tx: Db<AnyTables>,
  userId: number,
  store: Store,
  field: string,
): Promise<void> {
  const found = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', userId)
    .where(worksAt([store]))
    .executeTakeFirst();
  if (!found)
    throw invalid('This employee doesn’t work at this store.', {
      [field]: 'Choose an employee of this store',
    });
}
