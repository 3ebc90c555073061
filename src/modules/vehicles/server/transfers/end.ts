import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/lot/transfers.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { publishChanged } from '../publish.ts';
import { explain } from '../record/add.ts';
import { addEvent } from '../record/events.ts';
import { getToday } from '../record/rows.ts';
import { nextStockNumber } from '../record/stock-number.ts';
import type { VehicleDb } from '../tables.ts';
import { canCancel, canReceive, getTransfer, type TransferRow, toTransfer } from './rows.ts';

/** Locks the vehicle and returns the current transfer; throws 409 if it has ended. */
async function lockTransfer(tx: VehicleDb, actor: Actor, id: number): Promise<TransferRow> {
  const transfer = await getTransfer(tx, actor, id);
  await sql`select from vehicles where id = ${transfer.vehicle_id} for update`.execute(tx);
  const row = await getTransfer(tx, actor, id);
  if (row.called_off !== null) throw conflict('This transfer has been canceled.');
  if (row.ended_at)
    throw conflict(`${storeNames[row.to_store]} has already received this vehicle.`);
  return row;
}

/** Receives a vehicle: it keeps its history and age, and gets a new stock number. */
export function receiveVehicle(platform: Platform): Handler<typeof calls.receiveVehicle> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { transferId }, body, ip }) => {
    const row = await db
      .transaction()
      .execute((tx) => receive(tx, actor, transferId, { body, ip }))
      .catch(async (error) => {
        throw await explain(db, actor, '', error);
      });
    const { vehicle_id: id, to_store: store, from_store: before } = row;
    publishChanged(platform, { id, store, before, renamed: true });
    return toTransfer(await getTransfer(db, actor, transferId), actor);
  };
}

async function receive(
  tx: VehicleDb,
  actor: Actor,
  id: number,
  { body, ip }: { body: ValidOf<typeof calls.receiveVehicle>['body']; ip: string },
): Promise<TransferRow> {
  const row = await lockTransfer(tx, actor, id);
  if (!canReceive(actor, row)) {
    throw forbidden(`Only employees of ${storeNames[row.to_store]} can receive this vehicle.`);
  }
  if (body.mileage < row.mileage) {
    const problem = `The vehicle already had ${row.mileage.toLocaleString('en-US')} miles`;
    throw invalid(`${problem}.`, { mileage: problem });
  }
  const { condition } = await tx
    .selectFrom('vehicles')
    .select('condition')
    .where('id', '=', row.vehicle_id)
    .executeTakeFirstOrThrow();
  const [store, today] = [row.to_store, await getToday(tx)];
  const kind = { store, condition, acquiredFrom: 'transfer', acquiredOn: today } as const;
  const number = body.stockNumber ?? (await nextStockNumber(tx, kind));
  // Cost and acquisition date stay: a transfer must not reset its age.
  await tx
    .updateTable('vehicles')
    .set({
      ...{ store, stock_number: number, mileage: body.mileage },
      ...{ lot_location: body.lotLocation, key_tag: body.keyTag },
      version: sql<number>`version + 1`,
    })
    .where('id', '=', row.vehicle_id)
    .execute();
  // The assignee works at the other store.
  await tx
    .updateTable('vehicle_recon_steps')
    .set({ owner_id: null, version: sql<number>`version + 1` })
    .where('vehicle_id', '=', row.vehicle_id)
    .where('left_at', 'is', null)
    .execute();
  await end(tx, actor, id, { to_number: number });
  const [from, fromNumber] = [row.from_store, row.from_number];
  await addEvent(tx, row.vehicle_id, actor.userId, {
    ...{ kind: 'transfer_received', from, to: store, fromNumber, toNumber: number },
  });
  await recordActivity(tx, {
    actor,
    action: 'vehicle.transfer_received',
    subject: { type: 'vehicle', id: row.vehicle_id, name: `${number}, ${titleOf(row)}` },
    before: { store: from, stockNumber: fromNumber },
    after: { store, stockNumber: number },
    ip,
  });
  return row;
}

/** For managers of either store. */
export function cancelTransfer(platform: Platform): Handler<typeof calls.cancelTransfer> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { transferId }, body: { reason }, ip }) => {
    const row = await db.transaction().execute(async (tx) => {
      const locked = await lockTransfer(tx, actor, transferId);
      if (!canCancel(actor, locked)) throw forbidden('Only managers can cancel a transfer.');
      const { vehicle_id: id, to_store: to } = locked;
      await end(tx, actor, transferId, { called_off: reason });
      await sql`update vehicles set version = version + 1 where id = ${id}`.execute(tx);
      await addEvent(tx, id, actor.userId, { kind: 'transfer_called_off', to, reason });
      await recordActivity(tx, {
        actor,
        action: 'vehicle.transfer_called_off',
        subject: { type: 'vehicle', id, name: `${locked.from_number}, ${titleOf(locked)}` },
        before: { to },
        after: { store: locked.from_store, reason },
        ip,
      });
      return locked;
    });
    publishChanged(platform, { id: row.vehicle_id, store: row.from_store, before: row.to_store });
    return toTransfer(await getTransfer(db, actor, transferId), actor);
  };
}

const end = (
  tx: VehicleDb,
  actor: Actor,
  id: number,
  outcome: { to_number: string } | { called_off: string },
) =>
  tx
    .updateTable('vehicle_transfers')
    .set({
      ...outcome,
      ended_by: actor.userId,
      ended_at: sql<Date>`greatest(clock_timestamp(), sent_at)`,
    })
    .where('id', '=', id)
    .execute();
