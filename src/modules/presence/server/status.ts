import type { Db } from '../../../platform/server/db/database.ts';
import type { Status } from '../../people/contract.ts';
import type { PeopleTables, PersonRow } from '../../people/server/public.ts';

/** Keeps what the person chose; null where there is no such person any more. */
export async function storeStatus(
  db: Db<PeopleTables>,
  userId: number,
  status: Status,
): Promise<PersonRow | null> {
  const row = await db
    .updateTable('users')
    .set({ status })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
