import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { EventData } from '../contract/history.ts';
import { recordNewAlerts } from './alerts.ts';
import type { OutingsTable, PlatesTable, StepsTable, VehicleDb, VehiclesTable } from './tables.ts';

interface ImportedEvent {
  at: Date;
  authorId: number;
  data: EventData;
}

export interface ImportedVehicle {
  car: Insertable<VehiclesTable>;
  /** Oldest first. */
  events: readonly ImportedEvent[];
  steps: readonly Omit<Insertable<StepsTable>, 'vehicle_id'>[];
  outings: readonly (Omit<Insertable<OutingsTable>, 'vehicle_id' | 'plate_id'> & {
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
  const cars = await db
    .insertInto('vehicles')
    .values(vehicles.map(({ car }) => car))
    .returning(['id', 'vin'])
    .execute();
  const ids = new Map(cars.map(({ id, vin }) => [vin, id]));
  const idOf = ({ car }: ImportedVehicle) => ids.get(car.vin) ?? 0;
  const added = plates.length === 0 ? [] : await insertPlates(db, plates);
  const plateIds = new Map(added.map(({ id, number }) => [number, id]));
  const events = vehicles.flatMap((one) =>
    one.events.map(({ at, authorId, data: { kind, ...data } }) => ({
      vehicle_id: idOf(one),
      author_id: authorId,
      at,
      kind,
      data: JSON.stringify(data),
    })),
  );
  const steps = vehicles.flatMap((one) =>
    one.steps.map((step) => ({ ...step, vehicle_id: idOf(one) })),
  );
  const outings = vehicles.flatMap((one) =>
    one.outings.map(({ plate, ...outing }) => ({
      ...outing,
      vehicle_id: idOf(one),
      plate_id: plate === null ? null : (plateIds.get(plate) ?? null),
    })),
  );
  if (events.length > 0) await db.insertInto('vehicle_events').values(events).execute();
  if (steps.length > 0) await db.insertInto('vehicle_recon_steps').values(steps).execute();
  if (outings.length > 0) await db.insertInto('vehicle_outings').values(outings).execute();
  await advanceCounters(db);
  await recordNewAlerts(db);
  return ids;
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
    select left(stock_key, 4), max(substr(stock_key, 5, 4)::integer) from vehicles
    where stock_key ~ '^[FHC][NUP]\\d{6}[A-Z]?$' group by 1
    on conflict (prefix) do update
      set last = greatest(vehicle_stock_counters.last, excluded.last)`.execute(db);
}
