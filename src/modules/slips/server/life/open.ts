import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, forbidden } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { slipChanged } from '../../contract.ts';
import { contextOf, getSlip, loggedName } from '../find.ts';
import { isFor, reasonOnce, reasonOthers, reasonOver } from '../policy.ts';
import type { SlipServices } from '../services.ts';

interface Opening {
  slipId: string;
  ip: string;
}

/** Answers the content, after it is stored that the person has opened it. */
export async function openSlip(
  desk: SlipServices,
  actor: Actor,
  opening: Opening,
): Promise<string> {
  const { slipId } = opening;
  const slip = await getSlip(desk, actor, slipId);
  if (!isFor(slip, actor.userId)) throw forbidden(reasonOthers);
  await desk.openings.consume(String(actor.userId));
  const content = await readAndRecord(desk, actor, opening).catch((error) => {
    if (violatedConstraint(error) === 'slip_views_once') throw conflict(reasonOnce);
    throw error;
  });
  desk.platform.realtime.publish(`slip:${slipId}`, slipChanged, { slipId });
  return content;
}

/** The row is held meanwhile: what is revoked or destroyed waits, or has been, and then does not open. */
function readAndRecord(desk: SlipServices, actor: Actor, { slipId, ip }: Opening): Promise<string> {
  return desk.db.transaction().execute(async (tx) => {
    const slip = await tx
      .selectFrom('slips')
      .selectAll()
      .where('id', '=', slipId)
      .forShare()
      .executeTakeFirstOrThrow();
    const over = reasonOver(slip, new Date());
    if (over !== null || slip.sealed === null) throw conflict(over ?? 'This slip has expired.');
    // First: what cannot be read must not count as read.
    const content = desk.platform.secrets.open(slip.sealed, contextOf(slipId));
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
