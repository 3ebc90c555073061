import { sql } from 'kysely';
import type { RetentionDb } from './tables.ts';

const key = 'retention';

/**
 * Until the end of the transaction nothing else can place a hold, prepare a batch or condemn: no hold can slip in
 * between the last check for holds and the destruction.
 */
export async function lockRetention(tx: RetentionDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${key}), 0)`.execute(tx);
}

/** Many may add at once, but nothing is condemned meanwhile. */
export async function shareRetention(tx: RetentionDb): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext(${key}), 0)`.execute(tx);
}
