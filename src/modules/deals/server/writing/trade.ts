import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { addDays, type CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { findLockedThrough } from '../../../month-locks/server/public.ts';
import { addTradeIn, publishVehicleChanged } from '../../../vehicles/server/public.ts';
import type * as calls from '../../contract.ts';
import { canTakeTrade, canWrite, isSalesperson } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { getDeal, lockDeal } from '../record/find.ts';
import type { DealRow } from '../record/rows.ts';
import type { DealsDb } from '../tables.ts';

type Body = ValidOf<typeof calls.takeTrade>['body'];

/** Adds the trade-in of a deal to the inventory of its store. */
export function takeTrade(platform: Platform, writes: Limit): Handler<typeof calls.takeTrade> {
  const db: DealsDb = platform.db;
  return async ({ actor, params: { dealId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const taken = await db
      .transaction()
      .execute((tx) => addToInventory(tx, actor, dealId, { body, ip }))
      .catch((error) => {
        // Another request added the vehicle between check and insert.
        if (!/^(vehicles|stock_units)_/.test(violatedConstraint(error) ?? '')) throw error;
        throw conflict('A vehicle with this VIN or stock number was just added. Try again.');
      });
    if (taken) {
      publishChanged(platform, taken.deal);
      publishVehicleChanged(platform, { id: taken.vehicleId, store: taken.deal.store });
    }
    return getDeal(db, actor, dealId);
  };
}

/** Null if it was already added. */
async function addToInventory(
  tx: DealsDb,
  actor: Actor,
  dealId: number,
  { body, ip }: { body: Body; ip: string },
): Promise<{ deal: DealRow; vehicleId: number } | null> {
  const deal = await lockDeal(tx, actor, dealId);
  if (!canWrite(actor) || isSalesperson(actor)) {
    throw forbidden('Only a manager, finance or back office can add a trade-in to inventory.');
  }
  if (deal.trade_vehicle_id !== null) return null;
  assertVersion(deal, body.version, 'this deal');
  if (deal.trade_vehicle === null) throw conflict('This deal has no trade-in.');
  if (!canTakeTrade(actor, deal) || deal.delivered_on === null) {
    throw conflict('The trade-in can be added to inventory after delivery.');
  }
  const { version: _, ...car } = body;
  const { id, stockNumber } = await addTradeIn(tx, actor, {
    ...car,
    vinReason: body.vinReason,
    clientId: crypto.randomUUID(),
    store: deal.store,
    costCents: deal.trade_acv_cents,
    acquiredOn: await acquisitionDay(tx, deal.store, deal.delivered_on),
    soldId: deal.vehicle_id,
    soldNumber: deal.stock_number,
    ip,
  });
  await tx
    .updateTable('deals')
    .set({ trade_vehicle_id: id, version: deal.version + 1 })
    .where('id', '=', dealId)
    .execute();
  const to = `${deal.trade_vehicle}, stock ${stockNumber}`;
  const fields = [{ name: 'trade', from: deal.trade_vehicle, to }];
  await addEvent(tx, dealId, actor.userId, { kind: 'changed', fields });
  await recordActivity(tx, {
    actor,
    action: 'deal.trade_taken',
    subject: { type: 'deal', id: dealId, name: deal.number },
    after: { vehicleId: id, stockNumber },
    ip,
  });
  return { deal, vehicleId: id };
}

/** It came with the delivery; the stock of a locked month stays as it was, so then it is the first day after. */
async function acquisitionDay(
  tx: DealsDb,
  store: Store,
  delivered: CalendarDate,
): Promise<CalendarDate> {
  const through = await findLockedThrough(tx, store, { lock: true });
  return through !== null && delivered <= through ? addDays(through, 1) : delivered;
}
