import { sql } from 'kysely';
import type { KnownSource } from '../sources/keys.ts';
import type { LeadsDb } from '../tables.ts';
import { cut } from './text.ts';

/** A message of a source, as received. */
export interface Message {
  source: KnownSource;
  raw: string;
  bytes: number;
  ip: string;
}

interface DeliveryResult {
  outcome: 'created' | 'updated';
  leadId: number;
  /** The delivery that holds the text of the same message. */
  withinId: number | null;
}

/** Records what became of a prospect, with the text of its message once per message. */
export async function recordDelivery(
  tx: LeadsDb,
  { source, raw, bytes }: Message,
  { outcome, leadId, withinId }: DeliveryResult,
): Promise<number> {
  const { id } = await tx
    .insertInto('lead_deliveries')
    .values({
      source_id: source.id,
      outcome,
      lead_id: leadId,
      bytes,
      raw: withinId === null ? raw : null,
      within_id: withinId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores a rejected message and the reason, to report back to the source. */
export async function recordRejected(
  db: LeadsDb,
  { source, raw, bytes }: Message,
  problem: string,
): Promise<void> {
  await db
    .insertInto('lead_deliveries')
    .values({
      source_id: source.id,
      outcome: 'refused',
      lead_id: null,
      within_id: null,
      problem: cut(problem, 500),
      bytes,
      raw,
    })
    .execute();
}

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
