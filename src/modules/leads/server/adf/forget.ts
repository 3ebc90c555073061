import { sql } from 'kysely';
import type { LeadsDb } from '../tables.ts';

/**
 * A year and a month: a source is settled by the year, and whoever disputes its bill looks the message up. Its
 * words tell more of a person than the lead that was made of them, so nothing keeps them longer.
 */
export const rawKeptDays = 400;

/** Empties messages whose time is over; that they came, when and what became of them stays. */
export async function forgetMessages(db: LeadsDb): Promise<void> {
  await sql`update lead_deliveries set raw = ''
    where at < now() - make_interval(days => ${rawKeptDays}::integer) and raw <> ''`.execute(db);
}
