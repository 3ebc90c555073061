import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { AppError, conflict, forbidden } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { partName, slipChanged, slipPart } from '../../contract.ts';
import { type FoundSlip, getSlip, loggedName } from '../find.ts';
import { reasonOver } from '../policy.ts';
import type { SlipServices } from '../services.ts';
import type { SlipDb } from '../tables.ts';

interface Revoking {
  slipId: string;
  ip: string;
}

/** Destroys the content of a slip of one's own at once; who has opened it stays known. */
export async function revokeSlip(desk: SlipServices, actor: Actor, { slipId, ip }: Revoking) {
  const slip = await getSlip(desk, actor, slipId);
  if (!slip.isOwn) throw forbidden('You can only revoke your own slips.');
  if (slip.revoked_at !== null) return;
  const over = reasonOver(slip, new Date());
  if (over !== null) throw conflict(over);
  const revoke = (tx: SlipDb) => destroy(tx, actor, slip, ip);
  await onCard(desk, actor, slip, revoke).catch((error) => {
    // An archived channel's cards stay as they are; what lies behind them is destroyed all the same.
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    return desk.db.transaction().execute(revoke);
  });
  desk.platform.realtime.publish(`slip:${slipId}`, slipChanged, { slipId });
}

function onCard(
  desk: SlipServices,
  actor: Actor,
  slip: FoundSlip,
  revoke: (tx: SlipDb) => Promise<void>,
) {
  const target = { channelId: slip.channel_id, messageId: slip.message_id };
  return desk.chat.changePart(actor, target, partName, (part) => {
    const shown = slipPart.parse(part);
    if (shown.revoked) return null;
    return { part: { ...shown, revoked: true }, also: (tx) => revoke(tx as unknown as SlipDb) };
  });
}

async function destroy(tx: SlipDb, actor: Actor, slip: FoundSlip, ip: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('slips')
    .set({
      sealed: null,
      revoked_at: sql<Date>`now()`,
      destroyed_at: sql<Date>`coalesce(destroyed_at, now())`,
    })
    .where('id', '=', slip.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await recordActivity(tx, {
    actor,
    action: 'slip.revoked',
    subject: { type: 'slip', id: slip.id, name: await loggedName(tx, slip) },
    ip,
  });
}
