import { sql } from 'kysely';
import type { AnyTables, Db } from '../../src/platform/server/db/database.ts';

/**
 * Lets nobody of the demo group have used the time clock, so that what a test sees does not depend on the
 * hour it runs at. Hours are only ever added to: this goes behind the back of what holds that.
 */
export async function stopClocks(db: Db<AnyTables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from time_voids`.execute(tx);
    await sql`delete from time_punches`.execute(tx);
  });
}
