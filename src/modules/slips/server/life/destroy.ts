import { sql } from 'kysely';
import type { SlipDb } from '../tables.ts';

/** Destroys the content of slips that no one may open any longer; the row and its openings stay. */
export async function destroyExpired(db: SlipDb): Promise<void> {
  await db
    .updateTable('slips')
    .set({ sealed: null, destroyed_at: sql<Date>`now()` })
    .where('sealed', 'is not', null)
    .where(sql<boolean>`(expires_at <= now() or ${messageIsDeleted})`)
    .execute();
}

/** The same for one message, as soon as it is deleted. */
export async function destroyOfMessage(db: SlipDb, messageId: string): Promise<void> {
  await db
    .updateTable('slips')
    .set({ sealed: null, destroyed_at: sql<Date>`now()` })
    .where('message_id', '=', messageId)
    .where('sealed', 'is not', null)
    .where(messageIsDeleted)
    .execute();
}

const messageIsDeleted = sql<boolean>`exists (select from chat_messages m
  where m.id = slips.message_id and m.deleted_at is not null)`;
