import { sql } from 'kysely';
import { storeNames } from '../../../../platform/contract/names.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/lot/transfers.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { publishVehicleChanged } from '../publish.ts';
import { toConflict } from '../record/add.ts';
import { addEvent } from '../record/events.ts';
import { bumpVersion } from '../record/find.ts';
import { getToday } from '../record/rows.ts';
import { nextStockNumber } from '../record/stock-number.ts';
import type { VehicleDb } from '../tables.ts';
import { canCancel, canReceive, getTransfer, type TransferRow, toTransfer } from './transfers.ts';

/** Receives a vehicle: it keeps its history and age, and gets a new stock number. */
export function receiveVehicle(platform: Platform): Handler<typeof calls.receiveVehicle> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { transferId }, body, ip }) => {
    const transfer = await db
      .transaction()
      .execute(async (tx) => {
        const locked = await lockTransfer(tx, actor, transferId);
        const { unit_id, from_store, from_number, to_store } = locked;
        if (!canReceive(actor, locked)) {
          throw forbidden(`Only employees of ${storeNames[to_store]} can receive this vehicle.`);
        }
        if (body.mileage < locked.mileage) {
          const problem = `The vehicle already had ${locked.mileage.toLocaleString('en-US')} miles`;
          throw invalid(`${problem}.`, { mileage: problem });
        }
        const stockNumber = body.stockNumber ?? (await nextNumber(tx, locked));
        // Cost and acquisition date stay: a transfer must not reset its age.
        await tx
          .updateTable('stock_units')
          .set({
            store: to_store,
            stock_number: stockNumber,
            mileage: body.mileage,
            lot_location: body.lotLocation,
            key_tag: body.keyTag,
            version: sql<number>`version + 1`,
          })
          .where('id', '=', unit_id)
          .execute();
        // The assignee works at the other store.
        await tx
          .updateTable('vehicle_recon_steps')
          .set({ owner_id: null, version: sql<number>`version + 1` })
          .where('unit_id', '=', unit_id)
          .where('left_at', 'is', null)
          .execute();
        await endTransfer(tx, actor, transferId, { to_number: stockNumber });
        await addEvent(tx, unit_id, actor.userId, {
          kind: 'transfer_received',
          from: from_store,
          to: to_store,
          fromNumber: from_number,
          toNumber: stockNumber,
        });
        await recordActivity(tx, {
          actor,
          action: 'vehicle.transfer_received',
          subject: { type: 'vehicle', id: unit_id, name: `${stockNumber}, ${titleOf(locked)}` },
          before: { store: from_store, stockNumber: from_number },
          after: { store: to_store, stockNumber },
          ip,
        });
        return locked;
      })
      .catch(async (error) => {
        throw await toConflict(db, actor, '', error);
      });
    publishVehicleChanged(platform, {
      id: transfer.unit_id,
      store: transfer.to_store,
      before: transfer.from_store,
      renamed: true,
    });
    return toTransfer(await getTransfer(db, actor, transferId), actor);
  };
}

async function nextNumber(tx: VehicleDb, { unit_id, to_store }: TransferRow): Promise<string> {
  const { condition } = await tx
    .selectFrom('stock_units')
    .select('condition')
    .where('id', '=', unit_id)
    .executeTakeFirstOrThrow();
  return nextStockNumber(tx, {
    store: to_store,
    condition,
    acquiredFrom: 'transfer',
    acquiredOn: await getToday(tx),
  });
}

/** For managers of either store. */
export function cancelTransfer(platform: Platform): Handler<typeof calls.cancelTransfer> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { transferId }, body: { reason }, ip }) => {
    const transfer = await db.transaction().execute(async (tx) => {
      const locked = await lockTransfer(tx, actor, transferId);
      const { unit_id, from_store, from_number, to_store: to } = locked;
      if (!canCancel(actor, locked)) throw forbidden('Only managers can cancel a transfer.');
      await endTransfer(tx, actor, transferId, { called_off: reason });
      await bumpVersion(tx, unit_id);
      await addEvent(tx, unit_id, actor.userId, { kind: 'transfer_called_off', to, reason });
      await recordActivity(tx, {
        actor,
        action: 'vehicle.transfer_called_off',
        subject: { type: 'vehicle', id: unit_id, name: `${from_number}, ${titleOf(locked)}` },
        before: { to },
        after: { store: from_store, reason },
        ip,
      });
      return locked;
    });
    publishVehicleChanged(platform, {
      id: transfer.unit_id,
      store: transfer.from_store,
      before: transfer.to_store,
    });
    return toTransfer(await getTransfer(db, actor, transferId), actor);
  };
}

/** Locks the vehicle and returns the current transfer; throws 409 if it has ended. */
async function lockTransfer(tx: VehicleDb, actor: Actor, id: number): Promise<TransferRow> {
  const { unit_id } = await getTransfer(tx, actor, id);
  await sql`select from stock_units where id = ${unit_id} for update`.execute(tx);
  const transfer = await getTransfer(tx, actor, id);
  if (transfer.called_off !== null) throw conflict('This transfer has been canceled.');
  if (transfer.ended_at)
    throw conflict(`${storeNames[transfer.to_store]} has already received this vehicle.`);
  return transfer;
}

async function endTransfer(
  tx: VehicleDb,
  actor: Actor,
  id: number,
  outcome: { to_number: string } | { called_off: string },
): Promise<void> {
  await tx
    .updateTable('vehicle_transfers')
    .set({
      ...outcome,
      ended_by: actor.userId,
      ended_at: sql<Date>`greatest(clock_timestamp(), sent_at)`,
    })
    .where('id', '=', id)
    .execute();
}
