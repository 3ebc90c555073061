import { sql } from 'kysely';
import type { LeadsDb } from '../tables.ts';

/**
 * A year plus a month: sources are billed yearly, and a disputed bill needs the message. Messages contain more
 * personal data than the lead, so they are not kept longer.
 */
export const rawKeptDays = 400;

/** Erases the text of expired messages; the delivery records stay. */
export async function forgetMessages(db: LeadsDb): Promise<void> {
  await sql`update lead_deliveries set raw = ''
    where at < now() - make_interval(days => ${rawKeptDays}::integer) and raw <> ''`.execute(db);
}
