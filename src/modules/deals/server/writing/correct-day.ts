import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { correctSaleDay, publishVehicleChanged } from '../../../vehicles/server/public.ts';
import type * as calls from '../../contract.ts';
import { canCorrectDays } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { assertCorrectable } from '../record/days.ts';
import { addEvent } from '../record/events.ts';
import { getDeal, lockDeal } from '../record/find.ts';
import type { DealRow } from '../record/rows.ts';
import type { DealsDb } from '../tables.ts';
import { correctGarage } from './garage.ts';

/** Corrects the day a deal was signed, delivered or funded; its vehicle and the buyer’s garage follow. */
export function correctDay(platform: Platform, writes: Limit): Handler<typeof calls.correctDay> {
  const db: DealsDb = platform.db;
  return async ({ actor, params: { dealId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const row = await db.transaction().execute((tx) => correct(tx, actor, { dealId, body, ip }));
    publishChanged(platform, row);
    if (row.vehicle_id !== null && body.status !== 'funded') {
      publishVehicleChanged(platform, { id: row.vehicle_id, store: row.store });
    }
    return getDeal(db, actor, dealId);
  };
}

interface CorrectDay {
  dealId: number;
  body: ValidOf<typeof calls.correctDay>['body'];
  ip: string;
}

async function correct(
  tx: DealsDb,
  actor: Actor,
  { dealId, body, ip }: CorrectDay,
): Promise<DealRow> {
  const before = await lockDeal(tx, actor, dealId, body.version);
  if (!canCorrectDays(actor)) throw forbidden('Only a manager can correct the day of a deal.');
  const { status, on, reason } = body;
  const from = await assertCorrectable(tx, actor, before, { status, on });
  const days = {
    signed_on: status === 'signed' ? on : before.signed_on,
    delivered_on: status === 'delivered' ? on : before.delivered_on,
    funded_on: status === 'funded' ? on : before.funded_on,
  };
  await tx
    .updateTable('deals')
    .set({ ...days, version: before.version + 1 })
    .where('id', '=', dealId)
    .execute();
  if (status !== 'funded' && before.vehicle_id !== null) {
    await correctSaleDay(tx, { vehicleId: before.vehicle_id, step: status, from, to: on });
  }
  if (status === 'delivered') await correctGarage(tx, actor, before, { from, to: on, ip });
  await addEvent(tx, dealId, actor.userId, { kind: 'day', status, from, to: on, reason });
  await recordActivity(tx, {
    actor,
    action: 'deal.day_corrected',
    subject: { type: 'deal', id: dealId, name: before.number },
    before: { [`${status}On`]: from },
    after: { [`${status}On`]: on, reason },
    ip,
  });
  return before;
}
