import { sql } from 'kysely';
import { AppError, conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { partName, slipChanged, slipPart } from '../../contract.ts';
import { type FoundSlip, getSlip, loggedName } from '../find.ts';
import { reasonOver } from '../policy.ts';
import type { SlipServices } from '../services.ts';
import type { SlipDb } from '../tables.ts';

interface RevokeSlip {
  slipId: string;
  ip: string;
}

/** Destroys the content of the actor's own slip at once; the openings stay on record. */
export async function revokeSlip(services: SlipServices, actor: Actor, { slipId, ip }: RevokeSlip) {
  const slip = await getSlip(services, actor, slipId);
  if (!slip.isOwn) throw forbidden('You can only revoke your own slips.');
  if (slip.revoked_at !== null) return;
  const reasonClosed = reasonOver(slip, new Date());
  if (reasonClosed !== null) throw conflict(reasonClosed);
  const revoke = (tx: SlipDb) => destroy(tx, actor, slip, ip);
  await revokeOnCard(services, actor, slip, revoke).catch((error) => {
    // The cards of an archived channel do not change, but the content is destroyed all the same.
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    return services.db.transaction().execute(revoke);
  });
  services.platform.realtime.publish(`slip:${slipId}`, slipChanged, { slipId });
}

function revokeOnCard(
  services: SlipServices,
  actor: Actor,
  slip: FoundSlip,
  revoke: (tx: SlipDb) => Promise<void>,
) {
  const target = { channelId: slip.channel_id, messageId: slip.message_id };
  return services.chat.changePart(actor, target, partName, (part) => {
    const current = slipPart.parse(part);
    if (current.revoked) return null;
    return { part: { ...current, revoked: true }, also: (tx) => revoke(tx as unknown as SlipDb) };
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
