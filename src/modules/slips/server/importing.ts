import { sql } from 'kysely';
import type { Secrets } from '../../../platform/server/secrets/secrets.ts';
import { partName, type SlipPart } from '../contract.ts';
import { contextOf } from './find.ts';
import type { SlipDb } from './tables.ts';

/** A past slip for everyone in its conversation; the message is found by its sender and client id. */
interface ImportedSlip {
  /** A UUID. */
  id: string;
  senderId: number;
  clientMsgId: string;
  label: string;
  content: string;
  expiresAt: Date;
  /** At least one. */
  openings: readonly Opening[];
}

interface Opening {
  userId: number;
  at: Date;
  from: string;
}

const shortestMs = 60 * 60_000;

interface Card {
  id: string;
  channel_id: string;
  created_at: Date;
}

/**
 * Turns already imported messages into slips. Without `secrets` nothing could ever decrypt them: then
 * they are expired, and their content is not stored. Throws if there is no such message.
 */
export async function importSlips(
  db: SlipDb,
  slips: readonly ImportedSlip[],
  secrets: Secrets | null,
): Promise<void> {
  for (const slip of slips) await importSlip(db, slip, secrets);
}

async function importSlip(db: SlipDb, slip: ImportedSlip, secrets: Secrets | null): Promise<void> {
  const card = await findCard(db, slip);
  const earliestExpiry = new Date(card.created_at.getTime() + shortestMs);
  const expiresAt = secrets ? slip.expiresAt : earliestExpiry;
  await updateCard(db, card, {
    slipId: slip.id,
    label: slip.label,
    expiresAt: expiresAt.toISOString(),
    audience: 'channel',
    once: false,
    revoked: false,
  });
  const contentColumns = secrets
    ? { sealed: JSON.stringify(secrets.seal(slip.content, contextOf(slip.id))) }
    : { sealed: null, destroyed_at: earliestExpiry };
  await db
    .insertInto('slips')
    .values({
      id: slip.id,
      label: slip.label,
      message_id: card.id,
      channel_id: card.channel_id,
      author_id: slip.senderId,
      recipient_ids: null,
      once: false,
      created_at: card.created_at,
      expires_at: expiresAt,
      ...contentColumns,
    })
    .execute();
  await db
    .insertInto('slip_views')
    .values(slip.openings.map(viewOf(slip)))
    .execute();
}

const viewOf =
  ({ id: slip_id }: ImportedSlip) =>
  ({ userId: user_id, at: opened_at, from: ip }: Opening) => ({
    slip_id,
    user_id,
    opened_at,
    ip,
    once: false,
  });

async function findCard(db: SlipDb, { senderId, clientMsgId }: ImportedSlip): Promise<Card> {
  const { rows } = await sql<Card>`select id, channel_id, created_at from chat_messages
    where sender_id = ${senderId} and client_msg_id = ${clientMsgId}`.execute(db);
  const [card] = rows;
  if (!card) throw new Error(`No message ${clientMsgId} to turn into a slip`);
  return card;
}

async function updateCard(db: SlipDb, { id }: Card, part: SlipPart): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({
      message_type: 'card',
      content: `Protected slip: ${part.label}`,
      metadata: JSON.stringify({ parts: { [partName]: part } }),
    })
    .where('id', '=', id)
    .execute();
}
