import { sql } from 'kysely';
import type { RetentionDb } from './tables.ts';

const key = 'retention';

/**
 * Until the end of the transaction nothing is placed on hold, gathered or condemned elsewhere: between the
 * last look for a hold and the word that something goes, no hold can be placed.
 */
export async function lockRetention(tx: RetentionDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${key}), 0)`.execute(tx);
}

/** Many may add at once, but nothing is condemned meanwhile. */
export async function shareRetention(tx: RetentionDb): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext(${key}), 0)`.execute(tx);
}
