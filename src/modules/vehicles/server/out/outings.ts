import { type RawBuilder, sql } from 'kysely';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type * as calls from '../../contract/outings.ts';
import type { Outing } from '../../contract/outings.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { canAddPlates, canWrite, storesOf } from '../policy.ts';
import type { OutingsTable, VehicleDb } from '../tables.ts';

interface OutingRow extends Omit<OutingsTable, 'id' | 'out_at'> {
  id: number;
  out_at: Date;
  plate_number: string | null;
  out_by_name: string;
  in_by_name: string | null;
  stock_number: string;
  year: number;
  make: string;
  model: string;
  trim: string;
}

const maxOutings = 500;

/** Checked-out vehicles of the actor's stores, overdue first; or the check-outs of one vehicle. */
export async function listOutings(
  db: VehicleDb,
  actor: Actor,
  vehicleId: number | undefined,
): Promise<AnswerOf<typeof calls.listOutings>> {
  const stores = storesOf(actor);
  const visible = inStores('v.store', stores);
  const outings =
    vehicleId === undefined
      ? await findOutings(db, sql`${visible} and o.in_at is null`, sql`o.due_at`, maxOutings)
      : await findOutings(
          db,
          sql`${visible} and o.unit_id = ${vehicleId}`,
          sql`o.out_at desc`,
          maxOutings,
        );
  const write = canWrite(actor);
  return {
    outings,
    serverTime: new Date().toISOString(),
    stores,
    may: { checkOut: write, addPlate: canAddPlates(actor) },
  };
}

/** Check-outs `o` of vehicles `v`. */
export async function findOutings(
  db: VehicleDb,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<Outing[]> {
  const { rows } = await sql<OutingRow>`
    select o.*, p.number as plate_number, v.stock_number, v.year, v.make, v.model, v.trim,
      giver.shown_name as out_by_name,
      taker.shown_name as in_by_name
    from vehicle_outings o
      join stock_vehicles v on v.id = o.unit_id
      left join dealer_plates p on p.id = o.plate_id
      join users giver on giver.id = o.out_by
      left join users taker on taker.id = o.in_by
    where ${where} order by ${order} limit ${limit}`.execute(db);
  return rows.map(toOuting);
}

function toOuting(row: OutingRow): Outing {
  return {
    id: row.id,
    vehicle: { id: row.unit_id, title: titleOf(row), stockNumber: row.stock_number },
    store: row.store,
    kind: row.kind,
    plate: row.plate_id === null ? null : { id: row.plate_id, number: row.plate_number ?? '' },
    holder: { id: row.holder_id, name: row.holder_name, phone: String(row.holder_phone) },
    licenseLastFour: row.license_last_four,
    repairOrder: String(row.repair_order),
    outAt: row.out_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    inAt: row.in_at?.toISOString() ?? null,
    milesOut: row.miles_out,
    milesIn: row.miles_in,
    fuelOut: row.fuel_out,
    fuelIn: row.fuel_in,
    dataWiped: row.data_wiped,
    note: String(row.note),
    outBy: row.out_by_name,
    inBy: row.in_by_name,
  };
}
