import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Finding, Stray, WalkCar, WalkPage } from '../../contract/lot/walks.ts';
import type { Status } from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { canWrite, storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';
import { expectedAt, getWalkRow, isSeen, toWalk } from './rows.ts';

interface Car {
  unit_id: number | null;
  store: Store | null;
  stock_number: string | null;
  vin: string | null;
  year: number;
  make: string;
  model: string;
  trim: string;
  status: Status;
  lot_location: string;
}

interface SightingRow {
  sighting_id: number | null;
  code: string;
  finding: Finding;
  seen_at: Date;
  seen_by_name: string;
  place: string;
}

const carColumns = sql`v.id as unit_id, v.store, v.stock_number, v.vin, v.year, v.make, v.model,
  v.trim, v.status, v.lot_location`;
const sightingColumns = sql`s.id as sighting_id, s.code, s.finding, s.seen_at, s.place,
  u.shown_name as seen_by_name`;

/** The walk with everything its page shows. Throws 404 if the actor may not see it. */
export async function getWalk(db: VehicleDb, actor: Actor, id: number): Promise<WalkPage> {
  const row = await getWalkRow(db, actor, id);
  const [missing, sightings] = await Promise.all([
    findMissing(db, id, row.ended_at !== null),
    findSightings(db, id),
  ]);
  const here = sightings.filter(({ finding }) => finding === 'here');
  return {
    ...toWalk(row),
    cars: [
      ...missing.map((car) => toCar(actor, car, null)),
      ...here.map((one) => toCar(actor, one, one)),
    ],
    strays: sightings.filter(({ finding }) => finding !== 'here').map((one) => toStray(actor, one)),
    may: { walk: canWrite(actor) && row.ended_at === null },
  };
}

async function findMissing(db: VehicleDb, id: number, ended: boolean): Promise<Car[]> {
  const { rows } = ended
    ? await sql<Car>`select ${carColumns} from lot_walk_missing m join stock_vehicles v on v.id = m.unit_id
        where m.walk_id = ${id} order by v.stock_key`.execute(db)
    : await sql<Car>`select ${carColumns} from lot_walks w join stock_vehicles v
          on ${expectedAt(sql`w.store`)} and not ${isSeen}
        where w.id = ${id} order by v.stock_key`.execute(db);
  return rows.toSorted((a, b) => compareLocations(a.lot_location, b.lot_location));
}

/** A3 before A11. */
const compareLocations = new Intl.Collator('en', { numeric: true }).compare;

/** The last sighting of each vehicle and each unknown code, newest first. */
async function findSightings(db: VehicleDb, id: number): Promise<(Car & SightingRow)[]> {
  const { rows } = await sql<Car & SightingRow>`
    select * from (
      select distinct on (coalesce(s.unit_id::text, s.code)) ${carColumns}, ${sightingColumns}
      from lot_walk_sightings s
        join users u on u.id = s.seen_by
        left join stock_vehicles v on v.id = s.unit_id
      where s.walk_id = ${id}
      order by coalesce(s.unit_id::text, s.code), s.seen_at desc, s.id desc) latest
    order by seen_at desc, sighting_id desc`.execute(db);
  return rows;
}

const toSighting = (one: SightingRow) => ({
  id: one.sighting_id ?? 0,
  at: one.seen_at.toISOString(),
  by: one.seen_by_name,
  place: one.place,
});

const toCar = (actor: Actor, car: Car, sight: SightingRow | null): WalkCar => ({
  vehicleId: car.unit_id ?? 0,
  mayOpen: car.store !== null && storesOf(actor).includes(car.store),
  title: titleOf(car),
  stockNumber: car.stock_number ?? '',
  vin: car.vin ?? '',
  status: car.status,
  lotLocation: car.lot_location,
  sight: sight && toSighting(sight),
});

const toStray = (actor: Actor, one: Car & SightingRow): Stray => ({
  ...toSighting(one),
  code: one.code,
  finding: one.finding,
  store: one.store,
  car: strayCarOf(actor, one),
});

/** The vehicle, if the actor may see it. */
export function strayCarOf(actor: Actor, car: Car): Stray['car'] {
  if (car.unit_id === null || car.store === null) return null;
  if (!storesOf(actor).includes(car.store)) return null;
  return { id: car.unit_id, title: titleOf(car), stockNumber: car.stock_number ?? '' };
}

/**
 * The vehicle a code refers to. Of the stays of a VIN the one in stock, wherever it is; of equal stock numbers the one
 * of this store.
 */
export async function findByCode(
  db: VehicleDb,
  store: Store,
  { vin, key }: { vin: string; key: string },
): Promise<(Car & { in_stock: boolean }) | undefined> {
  const { rows } = await sql<Car & { in_stock: boolean }>`
    select ${carColumns}, v.in_stock from stock_vehicles v
    where v.vehicle_id = any(array(
        select id from vehicles where vin = ${vin} or right(vin, 8) = ${key})) or v.stock_key = ${key}
    order by (v.in_stock and (v.vin = ${vin} or right(v.vin, 8) = ${key})) desc,
      v.store = ${store} desc, v.in_stock desc, v.id desc limit 1`.execute(db);
  return rows[0];
}
