import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { EventData } from '../contract/history.ts';
import { isGone, isPlace, type Place, type Status } from '../contract/status.ts';
import { recordNewAlerts } from './alerts.ts';
import type {
  OutingsTable,
  PlatesTable,
  StepsTable,
  StockUnitsTable,
  VehicleDb,
  VehiclesTable,
} from './tables.ts';

interface ImportedEvent {
  at: Date;
  authorId: number;
  data: EventData;
}

/** A vehicle and its stay as one row, with the status people know it by. */
type ImportedStay = Insertable<VehiclesTable> &
  Omit<
    Insertable<StockUnitsTable>,
    'vehicle_id' | 'place' | 'sale' | 'gone_as' | 'arrived_on' | 'sold_on' | 'deliver_on'
  > &
  Partial<Pick<Insertable<StockUnitsTable>, 'arrived_on' | 'sold_on' | 'deliver_on'>> & {
    status: Status;
    /** Where it is, or was, if its status does not say; by default on the line. */
    place?: Place;
  };

export interface ImportedVehicle {
  car: ImportedStay;
  /** Oldest first. */
  events: readonly ImportedEvent[];
  /** Of its floorplan. */
  curtailments?: readonly { cents: number; due_on: string; paid_on: string | null }[];
  steps: readonly Omit<Insertable<StepsTable>, 'unit_id'>[];
  outings: readonly (Omit<Insertable<OutingsTable>, 'unit_id' | 'plate_id'> & {
    plate: string | null;
  })[];
}

/**
 * Imports vehicles with their history, e.g. demo data, without alerting about past facts. Returns
 * their ids by VIN. Stock number counters continue after the highest of each kind.
 */
export async function importVehicles(
  anyDb: Db<AnyTables>,
  vehicles: readonly ImportedVehicle[],
  plates: readonly Insertable<PlatesTable>[],
): Promise<Map<string, number>> {
  const db: VehicleDb = anyDb;
  const cars = await insertStays(
    db,
    vehicles.map(({ car }) => car),
  );
  const ids = new Map(cars.map(({ id, vin }) => [vin, id]));
  const stays = new Map(cars.map(({ id }, index) => [vehicles[index], id]));
  const idOf = (one: ImportedVehicle) => stays.get(one) ?? 0;
  const added = plates.length === 0 ? [] : await insertPlates(db, plates);
  const plateIds = new Map(added.map(({ id, number }) => [number, id]));
  const events = vehicles.flatMap((one) =>
    one.events.map(({ at, authorId, data: { kind, ...data } }) => ({
      unit_id: idOf(one),
      author_id: authorId,
      at,
      kind,
      data: JSON.stringify(data),
    })),
  );
  const steps = vehicles.flatMap((one) =>
    one.steps.map((step) => ({ ...step, unit_id: idOf(one) })),
  );
  const outings = vehicles.flatMap((one) =>
    one.outings.map(({ plate, ...outing }) => ({
      ...outing,
      unit_id: idOf(one),
      plate_id: plate === null ? null : (plateIds.get(plate) ?? null),
    })),
  );
  const curtailments = vehicles.flatMap((one) =>
    (one.curtailments ?? []).map((curtailment) => ({
      ...curtailment,
      client_id: crypto.randomUUID(),
      unit_id: idOf(one),
      created_by: one.car.created_by,
      paid_by: curtailment.paid_on && one.car.created_by,
    })),
  );
  if (curtailments.length > 0) {
    await db
      .insertInto('stock_curtailments')
      .values(curtailments as never)
      .execute();
  }
  if (events.length > 0) await db.insertInto('vehicle_events').values(events).execute();
  if (steps.length > 0) await db.insertInto('vehicle_recon_steps').values(steps).execute();
  if (outings.length > 0) await db.insertInto('vehicle_outings').values(outings).execute();
  await advanceCounters(db);
  await recordNewAlerts(db);
  return ids;
}

const factNames = [
  'vin',
  'vin_reason',
  'year',
  'make',
  'model',
  'trim',
  'body',
  'exterior',
  'interior',
] as const satisfies readonly (keyof VehiclesTable)[];

/** Inserts stays, oldest first, and the vehicles the group does not know yet. Returns their ids in the same order. */
export async function insertStays(
  db: VehicleDb,
  cars: readonly ImportedStay[],
): Promise<{ id: number; vin: string }[]> {
  if (cars.length === 0) return [];
  const facts = new Map(
    cars.map((car) => [
      car.vin,
      Object.fromEntries(factNames.flatMap((name) => (name in car ? [[name, car[name]]] : []))),
    ]),
  );
  await db
    .insertInto('vehicles')
    .values([...facts.values()] as never)
    .onConflict((conflict) => conflict.column('vin').doNothing())
    .execute();
  const known = await db
    .selectFrom('vehicles')
    .select(['id', 'vin'])
    .where('vin', '=', sql<string>`any(${[...facts.keys()]}::text[])`)
    .execute();
  const vehicleIds = new Map(known.map(({ id, vin }) => [vin, id]));
  const inserted = await db
    .insertInto('stock_units')
    .values(cars.map((car) => unitOf(car, vehicleIds.get(car.vin) ?? 0)) as never)
    .returning('id')
    .execute();
  return inserted.map(({ id }, index) => ({ id, vin: cars[index]?.vin ?? '' }));
}

/** The columns of a stay, its status as the three facts it is made of. */
function unitOf(car: ImportedStay, vehicleId: number) {
  const { status, place, ...row } = car;
  const columns = Object.fromEntries(
    Object.entries(row).filter(([name]) => !(factNames as readonly string[]).includes(name)),
  );
  const isSold = status === 'sold' || status === 'delivered';
  const stands = isPlace(status) ? status : (place ?? 'frontline');
  return {
    arrived_on: stands === 'in_transit' ? null : car.acquired_on,
    ...columns,
    vehicle_id: vehicleId,
    place: stands,
    sale: isSold ? 'sold' : status === 'deposit' ? 'deposit' : null,
    gone_as: isGone(status) ? status : null,
    sold_on: isSold ? (car.sold_on ?? car.gone_on ?? car.acquired_on) : null,
  };
}

interface ImportedDeposit {
  unitId: number;
  customerId: number;
  cents: number;
  expiresOn: string;
  takenBy: number;
  takenAt: Date;
}

/** Open deposits of vehicles that have the status. */
export async function importDeposits(
  anyDb: Db<AnyTables>,
  deposits: readonly ImportedDeposit[],
): Promise<void> {
  if (deposits.length === 0) return;
  const db: VehicleDb = anyDb;
  await db
    .insertInto('stock_deposits')
    .values(
      deposits.map((one) => ({
        client_id: crypto.randomUUID(),
        unit_id: one.unitId,
        customer_id: one.customerId,
        customer_name: null,
        cents: one.cents,
        expires_on: one.expiresOn,
        note: '',
        taken_by: one.takenBy,
        taken_at: one.takenAt,
        ended_by: null,
        ended_at: null,
        outcome: null,
      })),
    )
    .execute();
}

const insertPlates = (db: VehicleDb, plates: readonly Insertable<PlatesTable>[]) =>
  db
    .insertInto('dealer_plates')
    .values([...plates])
    .returning(['id', 'number'])
    .execute();

async function advanceCounters(db: VehicleDb): Promise<void> {
  await sql`
    insert into vehicle_stock_counters (prefix, last)
    select left(stock_key, 4), max(substr(stock_key, 5, 4)::integer) from stock_units
    where stock_key ~ '^[FHC][NUP]\\d{6}[A-Z]?$' group by 1
    on conflict (prefix) do update
      set last = greatest(vehicle_stock_counters.last, excluded.last)`.execute(db);
}
