import { sql } from 'kysely';
import type { AnyTables, Db } from '../../src/platform/server/db/database.ts';

/**
 * Deletes all punches of the demo group, so that tests do not depend on the time of day. Bypasses the triggers that
 * forbid deleting them.
 */
export async function deletePunches(db: Db<AnyTables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from time_voids`.execute(tx);
    await sql`delete from time_punches`.execute(tx);
  });
}
