import type { AnyTables, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';

/**
 * The id of the record that the user created with this client id; undefined if there is none. It makes a repeated
 * request the same request: look before the insert, and again if a unique constraint refuses it, because the first
 * one may still have been running. `table` has `id`, `created_by` and `client_id`.
 */
export async function findCreated(
  db: Db<AnyTables>,
  table: string,
  { userId }: Pick<Actor, 'userId'>,
  clientId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('created_by', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.id;
}
