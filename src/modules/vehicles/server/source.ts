import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { storeNames } from '../../../platform/contract/names.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import { inStores } from '../../../platform/server/records/stores.ts';
import type { RecordCard } from '../../records/contract.ts';
import type { RecordAccess, RecordSource } from '../../records/server/public.ts';
import { lastEight } from '../../vin/contract.ts';
import { conditionNames, statusNames } from '../contract/status.ts';
import { readAccess, titleOf, type Vehicle } from '../contract/vehicle.ts';
import { canWrite, storesOf } from './policy.ts';
import { getToday, selectRows, toVehicle, type VehicleRow } from './record/rows.ts';
import type { VehicleDb } from './tables.ts';

const accessOf = (store: Store): RecordAccess => ({ store, ...readAccess });
const hrefOf = (id: number) => `/fleet?vehicle=${id}`;

/** Vehicles mentioned in chat, recognized by VIN, its last eight, or stock number. */
export function vehicleSource(platform: Pick<Platform, 'db'>): RecordSource {
  const db: VehicleDb = platform.db;
  return {
    kind: 'vehicle',
    async find(actor, keys) {
      const rows = await findByKeys(db, actor, keys);
      return rows.map(({ key, ...row }) => {
        const card = cardOf(toVehicle(row, actor));
        return { key, card, access: accessOf(row.store) };
      });
    },
    async facts(ids) {
      const rows = await db
        .selectFrom('stock_vehicles')
        .select(['id', 'vin', 'store', 'stock_key', 'year', 'make', 'model', 'trim'])
        .where('id', '=', sql<number>`any(${integerIds(ids)}::integer[])`)
        .execute();
      return rows.map(({ id, vin, store, stock_key, ...car }) => ({
        id: String(id),
        title: titleOf(car),
        keys: [`vin:${vin}`, `vin8:${lastEight(vin)}`, `stock:${stock_key}`],
        access: accessOf(store),
      }));
    },
  };
}

/** One query for all keys; each kind of key has its own index. */
async function findByKeys(db: VehicleDb, actor: Actor, keys: readonly string[]) {
  const today = await getToday(db);
  const valuesOf = (kind: string) =>
    keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1));
  const { rows } = await sql<VehicleRow & { key: string }>`
    with named as (
      select u.id, 'vin:' || c.vin as key, u.vehicle_id from vehicles c join stock_units u on u.vehicle_id = c.id
        where c.vin = any(${valuesOf('vin')}::text[])
      union all
      select u.id, 'vin8:' || right(c.vin, 8), u.vehicle_id from vehicles c
        join stock_units u on u.vehicle_id = c.id
        where right(c.vin, 8) = any(${valuesOf('vin8')}::text[])
      union all
      select id, 'stock:' || stock_key, vehicle_id from stock_units
        where stock_key = any(${valuesOf('stock')}::text[])),
    -- A VIN means the stay that goes on, or the last; a stock number means its own.
    meant as (
      select distinct on (n.key, n.vehicle_id, case when n.key like 'stock:%' then u.id end) n.id, n.key
      from named n join stock_units u on u.id = n.id and ${inStores('u.store', storesOf(actor))}
      order by n.key, n.vehicle_id, case when n.key like 'stock:%' then u.id end, u.in_stock desc, u.id desc)
    select found.*, meant.key from meant
      join lateral (${selectRows(today)} where v.id = meant.id) found on true
    order by found.in_stock desc, found.id`.execute(db);
  return rows;
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const count = (value: number) => value.toLocaleString('en-US');

/** `Sold, in recon`: a vehicle that is sold is still somewhere. */
const standingOf = ({ status, place }: Pick<Vehicle, 'status' | 'place'>) =>
  (status === 'sold' || status === 'deposit') && place !== 'frontline'
    ? `${statusNames[status]}, ${statusNames[place].toLowerCase()}`
    : statusNames[status];

function cardOf(car: Vehicle): RecordCard {
  const price = car.listCents === null ? 'No price yet' : dollars.format(car.listCents / 100);
  return {
    ref: { kind: 'vehicle', id: String(car.id) },
    title: titleOf(car),
    subtitle: `Stock ${car.stockNumber} · ${standingOf(car)}`,
    lines: [
      { label: 'VIN', value: car.vin },
      { label: 'Store', value: storeNames[car.store] },
      { label: 'Price', value: price },
      { label: 'Condition', value: `${conditionNames[car.condition]}, ${count(car.mileage)} mi` },
      { label: 'In stock', value: `${count(car.daysInStock)} days` },
      ...(car.lotLocation ? [{ label: 'Location', value: car.lotLocation }] : []),
    ],
    href: hrefOf(car.id),
    tone: car.status === 'frontline' ? 'success' : car.inStock ? 'warning' : 'neutral',
  };
}

interface ScannedCode {
  kind: string;
  value: string;
}

/** The link for a scanned VIN or stock number: the vehicle, or the form to add it. */
export function vehicleTarget(platform: Pick<Platform, 'db'>) {
  const db: VehicleDb = platform.db;
  return {
    kinds: ['vin', 'stock_number'] as const,
    async resolve(actor: Actor, { kind, value }: ScannedCode) {
      const plain = value.toUpperCase().replaceAll('-', '');
      const key = kind === 'vin' ? `vin:${plain}` : `stock:${plain}`;
      const [row] = await findByKeys(db, actor, [key]);
      if (!row) return null;
      const subtitle = `${titleOf(row)} · ${standingOf(row)}`;
      return { title: row.stock_number, subtitle, href: hrefOf(row.id) };
    },
    canAdd: (actor: Actor) => canWrite(actor) && storesOf(actor).length > 0,
    addHref: (value: string) => `/fleet?add=${encodeURIComponent(value)}`,
  };
}
