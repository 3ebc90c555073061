import { type Selectable, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type { Status } from '../../contract/status.ts';
import { storesOf } from '../policy.ts';
import type { VehicleDb, VehiclesTable } from '../tables.ts';
import type { VehicleRow } from './rows.ts';

type Checked = Pick<VehiclesTable, 'vin' | 'vin_reason'>;
type Facts = Readonly<Record<string, unknown>>;
export type Stay = Pick<VehicleRow, 'id' | 'store'>;

/** The vehicle with a checked VIN, locked; one that the group knows keeps its facts. */
export function findOrAddVehicle(
  tx: VehicleDb,
  checked: Checked,
  facts: Facts,
): Promise<Selectable<VehiclesTable>> {
  return tx
    .insertInto('vehicles')
    .values({ ...facts, ...checked } as never)
    .onConflict((conflict) => conflict.column('vin').doUpdateSet({ vin: checked.vin }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The id of the vehicle with a checked VIN, created if the group never had it. The given facts become its own, except
 * blanks: they are not known better. `others`: its stays so far, if that changed them.
 */
export async function settleVehicle(
  tx: VehicleDb,
  checked: Checked,
  facts: Facts,
): Promise<{ id: number; others: Stay[] }> {
  const { id, ...known } = await findOrAddVehicle(tx, checked, facts);
  const changed = Object.entries(facts).filter(
    ([name, value]) => value !== '' && value !== known[name as keyof typeof known],
  );
  if (changed.length === 0) return { id, others: [] };
  await tx.updateTable('vehicles').set(Object.fromEntries(changed)).where('id', '=', id).execute();
  return { id, others: await bumpStays(tx, id) };
}

/** Forms that are open on another stay of the vehicle show the same facts. */
export function bumpStays(tx: VehicleDb, vehicleId: number, except = 0): Promise<Stay[]> {
  return tx
    .updateTable('stock_units')
    .set({ version: sql<number>`version + 1` })
    .where('vehicle_id', '=', vehicleId)
    .where('id', '<>', except)
    .returning(['id', 'store'])
    .execute();
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
