import { sql } from 'kysely';
import { storeNames } from '../../../../platform/contract/names.ts';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import type { VehiclePage } from '../../contract.ts';
import { becomeFor, canSeeMoney, canWrite, sendToFor, storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';
import { getToday, selectRows, toVehicle, type VehicleRow } from './rows.ts';

/** Throws 404 if the vehicle does not exist or the actor may not see it. */
async function getRow(db: VehicleDb, actor: Actor, id: number): Promise<VehicleRow> {
  const today = await getToday(db);
  const { rows } = await sql<VehicleRow>`${selectRows(today)}
    where v.id = ${id} and ${inStores('v.store', storesOf(actor))}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Locks the vehicle’s row; throws 404, or 409 if it is no longer at `version`. */
export async function lockVehicle(
  tx: VehicleDb,
  actor: Actor,
  id: number,
  version?: number,
): Promise<VehicleRow> {
  await sql`select from vehicles v where v.id = ${id} and ${inStores('v.store', storesOf(actor))}
    for update`.execute(tx);
  const row = await getRow(tx, actor, id);
  assertVersion(row, version, 'this vehicle', 'load');
  return row;
}

/** Throws 409 while a transfer of the vehicle is open. */
export function assertNotInTransfer({ moving_to: to }: Pick<VehicleRow, 'moving_to'>): void {
  if (!to) return;
  throw conflict(`This vehicle is in transfer to ${storeNames[to]}. Cancel the transfer first.`);
}

/** Bumps the version, so that open forms detect the change. */
export async function bumpVersion(tx: VehicleDb, id: number): Promise<void> {
  await sql`update vehicles set version = version + 1 where id = ${id}`.execute(tx);
}

/** The vehicle with everything its page shows. Throws 404 if the actor may not see it. */
export async function getVehicle(db: VehicleDb, actor: Actor, id: number): Promise<VehiclePage> {
  const row = await getRow(db, actor, id);
  const [pictures, outing, tradedFor] = await Promise.all([
    db
      .selectFrom('vehicle_pictures')
      .select(['id', 'width', 'height'])
      .where('vehicle_id', '=', id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('vehicle_outings')
      .select(['id', 'holder_name', 'out_at', 'due_at'])
      .where('vehicle_id', '=', id)
      .where('in_at', 'is', null)
      .executeTakeFirst(),
    findTradedFor(db, actor, row.traded_for_id),
  ]);
  const write = canWrite(actor);
  return {
    ...toVehicle(row, actor),
    vinReason: row.vin_reason,
    tradedFor,
    pictures,
    outing: outing
      ? {
          id: outing.id,
          holderName: outing.holder_name,
          outAt: outing.out_at.toISOString(),
          dueAt: outing.due_at.toISOString(),
        }
      : null,
    may: {
      edit: write,
      seeMoney: canSeeMoney(actor),
      become: row.moving_to ? [] : becomeFor(actor, row.status),
      checkOut: write && row.in_stock && row.status !== 'in_transit' && !outing && !row.moving_to,
      sendTo: row.out_kind || row.moving_to ? [] : sendToFor(actor, row.store, row.status),
    },
  };
}

/** The vehicle it was traded for, if the actor may see it. */
async function findTradedFor(db: VehicleDb, actor: Actor, id: number | null) {
  if (id === null) return null;
  const row = await db
    .selectFrom('vehicles as v')
    .select(['v.id', 'v.stock_number as stockNumber'])
    .where('v.id', '=', id)
    .where(inStores('v.store', storesOf(actor)))
    .executeTakeFirst();
  return row ?? null;
}
