import { sql } from 'kysely';
import { storeNames } from '../../../../platform/contract/names.ts';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import type { VehiclePage } from '../../contract.ts';
import {
  becomeFor,
  canSeeMoney,
  canTakeDeposit,
  canTransfer,
  canWrite,
  keepsStore,
  sendToFor,
  storesOf,
} from '../policy.ts';
import type { VehicleDb } from '../tables.ts';
import { listCurtailments } from './curtailments.ts';
import { findDeposit } from './deposits.ts';
import { getToday, selectRows, toVehicle, type VehicleRow } from './rows.ts';
import { listStays } from './stays.ts';

/** Throws 404 if the vehicle does not exist or the actor may not see it. */
async function getRow(db: VehicleDb, actor: Actor, id: number): Promise<VehicleRow> {
  const today = await getToday(db);
  const { rows } = await sql<VehicleRow>`${selectRows(today)}
    where v.id = ${id} and ${inStores('v.store', storesOf(actor))}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Locks the vehicle and this stay of it; throws 404, or 409 if it is no longer at `version`. */
export async function lockVehicle(
  tx: VehicleDb,
  actor: Actor,
  id: number,
  version?: number,
): Promise<VehicleRow> {
  // The vehicle first: a change of its facts is written to all its stays.
  await sql`select from vehicles where id = (select u.vehicle_id from stock_units u
    where u.id = ${id} and ${inStores('u.store', storesOf(actor))}) for no key update`.execute(tx);
  await sql`select from stock_units u where u.id = ${id} and ${inStores('u.store', storesOf(actor))}
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
  await sql`update stock_units set version = version + 1 where id = ${id}`.execute(tx);
}

/** The vehicle with everything its page shows. Throws 404 if the actor may not see it. */
export async function getVehicle(db: VehicleDb, actor: Actor, id: number): Promise<VehiclePage> {
  const row = await getRow(db, actor, id);
  const today = await getToday(db);
  const seesMoney = canSeeMoney(actor);
  const [pictures, outing, tradedFor, stays, deposit, curtailments] = await Promise.all([
    db
      .selectFrom('vehicle_pictures')
      .select(['id', 'width', 'height'])
      .where('unit_id', '=', id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('vehicle_outings')
      .select(['id', 'holder_name', 'out_at', 'due_at'])
      .where('unit_id', '=', id)
      .where('in_at', 'is', null)
      .executeTakeFirst(),
    findTradedFor(db, actor, row.traded_for_id),
    listStays(db, actor, row.vehicle_id),
    findDeposit(db, sql`d.unit_id = ${id} and d.ended_at is null`, today),
    seesMoney && row.floored_on ? listCurtailments(db, id) : [],
  ]);
  const write = canWrite(actor);
  return {
    ...toVehicle(row, actor),
    vinReason: row.vin_reason,
    tradedFor,
    deposit,
    stays,
    ...(seesMoney && { curtailments }),
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
      seeMoney: seesMoney,
      become: row.moving_to ? [] : becomeFor(actor, row),
      takeDeposit: !row.moving_to && canTakeDeposit(actor, row),
      checkOut: write && row.in_stock && row.place !== 'in_transit' && !outing && !row.moving_to,
      changeStore: !row.out_kind && !row.moving_to && !keepsStore(row) && canTransfer(actor),
      sendTo: row.out_kind || row.moving_to ? [] : sendToFor(actor, row.store, row.status),
    },
  };
}

/** The vehicle it was traded for, if the actor may see it. */
async function findTradedFor(db: VehicleDb, actor: Actor, id: number | null) {
  if (id === null) return null;
  const row = await db
    .selectFrom('stock_vehicles as v')
    .select(['v.id', 'v.stock_number as stockNumber'])
    .where('v.id', '=', id)
    .where(inStores('v.store', storesOf(actor)))
    .executeTakeFirst();
  return row ?? null;
}
