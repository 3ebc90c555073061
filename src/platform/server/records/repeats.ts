import { type AnyTables, type Db, violatedConstraint } from '../db/database.ts';
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

interface Creation {
  /** Runs in a transaction and returns the id of the record. */
  insert(tx: Db<AnyTables>): Promise<number>;
  /** What is thrown for an error of `insert`, such as a conflict for a constraint; or the error itself. */
  explain(error: unknown): unknown;
}

/**
 * Creates the record, unless `findCreated` found it. A concurrent repeat of the same request can violate any of its
 * constraints; it gets the id of the first one.
 */
export async function createOnce(
  db: Db<AnyTables>,
  table: string,
  actor: Pick<Actor, 'userId'>,
  clientId: string,
  { insert, explain }: Creation,
): Promise<number> {
  try {
    return await db.transaction().execute(insert);
  } catch (error) {
    const first = violatedConstraint(error) && (await findCreated(db, table, actor, clientId));
    if (first) return first;
    throw await explain(error);
  }
}
