import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { slipChanged } from '../../contract.ts';
import { contextOf, getSlip, loggedName } from '../find.ts';
import { isFor, reasonOnce, reasonOthers, reasonOver } from '../policy.ts';
import type { SlipServices } from '../services.ts';

interface OpenSlip {
  slipId: string;
  ip: string;
}

/** Returns the content after the opening is stored. */
export async function openSlip(
  services: SlipServices,
  actor: Actor,
  command: OpenSlip,
): Promise<string> {
  const { slipId } = command;
  const slip = await getSlip(services, actor, slipId);
  if (!isFor(slip, actor.userId)) throw forbidden(reasonOthers);
  await services.openings.consume(String(actor.userId));
  const content = await readAndRecord(services, actor, command).catch((error) => {
    if (violatedConstraint(error) === 'slip_views_once') throw conflict(reasonOnce);
    throw error;
  });
  services.platform.realtime.publish(`slip:${slipId}`, slipChanged, { slipId });
  return content;
}

/** The row stays locked: a revocation waits, or came first, and then the slip does not open. */
function readAndRecord(
  services: SlipServices,
  actor: Actor,
  { slipId, ip }: OpenSlip,
): Promise<string> {
  return services.db.transaction().execute(async (tx) => {
    const slip = await tx
      .selectFrom('slips')
      .selectAll()
      .where('id', '=', slipId)
      .forShare()
      .executeTakeFirstOrThrow();
    const reasonClosed = reasonOver(slip, new Date());
    if (reasonClosed !== null || slip.sealed === null)
      throw conflict(reasonClosed ?? 'This slip has expired.');
    // First: what cannot be read must not count as read.
    const content = services.platform.secrets.open(slip.sealed, contextOf(slipId));
    const view = { slip_id: slipId, user_id: actor.userId, ip, once: slip.once };
    await tx.insertInto('slip_views').values(view).execute();
    await recordActivity(tx, {
      actor,
      action: 'slip.opened',
      subject: { type: 'slip', id: slipId, name: await loggedName(tx, slip) },
      ip,
    });
    return content;
  });
}
