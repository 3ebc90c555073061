import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type { Status } from '../../contract/status.ts';
import { storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';

/** The id of the vehicle with a checked VIN, created if the group never had it; its facts become the given ones. */
export async function settleVehicle(
  tx: VehicleDb,
  checked: { vin: string; vin_reason: string | null },
  facts: Readonly<Record<string, unknown>>,
): Promise<number> {
  const row = { ...facts, ...checked };
  const { id } = await tx
    .insertInto('vehicles')
    .values(row as never)
    .onConflict((conflict) => conflict.column('vin').doUpdateSet(facts))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The stays of a vehicle at stores of the actor, newest first. */
export async function listStays(db: VehicleDb, actor: Actor, vehicleId: number) {
  const { rows } = await sql<{
    id: number;
    store: Store;
    stockNumber: string;
    status: Status;
    acquiredOn: string;
    goneOn: string | null;
  }>`
    select u.id, u.store, u.stock_number as "stockNumber", u.status, u.acquired_on::text as "acquiredOn",
      u.gone_on::text as "goneOn"
    from stock_units u where u.vehicle_id = ${vehicleId} and ${inStores('u.store', storesOf(actor))}
    order by u.acquired_on desc, u.id desc`.execute(db);
  return rows;
}

/** The number by which the vehicle of a stay that ended is in stock again; undefined if it is not. */
export async function findLaterStay(
  tx: VehicleDb,
  { id, vehicle_id }: { id: number; vehicle_id: number },
): Promise<string | undefined> {
  const other = await tx
    .selectFrom('stock_units')
    .select('stock_number')
    .where('vehicle_id', '=', vehicle_id)
    .where('id', '<>', id)
    .where('in_stock', '=', true)
    .executeTakeFirst();
  return other?.stock_number;
}
