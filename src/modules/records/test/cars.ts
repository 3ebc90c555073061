import { sql } from 'kysely';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { lastEight } from '../../vin/contract.ts';
import type { RecordCard } from '../contract.ts';
import type { FoundRecord, RecordSource } from '../server/public.ts';

export interface Car {
  id: string;
  vin: string;
  stock: string;
  store: Store;
  title: string;
}

/** One of each store, with valid VINs; two stores use one stock number. */
export const cars: readonly Car[] = [
  { id: '1', vin: '1FTFW3L53RK910594', stock: 'FN240001', store: 'ford', title: '2024 Ford F-150' },
  {
    id: '2',
    vin: 'KM8K2CAB4PU001140',
    stock: 'HN230007',
    store: 'hyundai',
    title: '2023 Hyundai Kona',
  },
  { id: '3', vin: '1HGCM82633A004352', stock: 'A1234', store: 'ford', title: '2003 Honda Accord' },
  {
    id: '4',
    vin: '5GZCZ43D13S812715',
    stock: 'A1234',
    store: 'chevrolet',
    title: '2003 Saturn Vue',
  },
];
export const [truck, kona, accord, vue] = cars as [Car, Car, Car, Car];

const access = (store: Store) => ({
  store,
  page: 'fleet_operations' as const,
  feature: 'view_data' as const,
});

export const tellCount = { questions: 0 };

/** A room with vehicles: a table of its own, and who may see what asked of the database. */
export function carRoom({ db }: Pick<Platform, 'db'>): readonly RecordSource[] {
  return [
    {
      kind: 'vehicle',
      async find(actor: Actor, keys) {
        tellCount.questions += 1;
        const { rows } = await sql<Car & { key: string }>`
          select c.*, k.key from test_cars c
          join unnest(${keys}::text[]) as k (key)
            on k.key in ('vin:' || c.vin, 'vin8:' || right(c.vin, 8), 'stock:' || c.stock)
          where ${actor.storeAccess}::text[] && array[c.store, 'all'] order by c.id`.execute(db);
        return rows.map(({ key, ...car }): FoundRecord => {
          return { key, card: cardOf(car), access: access(car.store) };
        });
      },
      async facts(ids) {
        const { rows } = await sql<Car>`
          select * from test_cars where id = any(${ids}::text[])`.execute(db);
        return rows.map(({ id, title, vin, stock, store }) => ({
          id,
          title,
          keys: [`vin:${vin}`, `vin8:${lastEight(vin)}`, `stock:${stock}`],
          access: access(store),
        }));
      },
    },
  ];
}

const cardOf = ({ id, title, stock, store, vin }: Car): RecordCard => ({
  ref: { kind: 'vehicle', id },
  title,
  subtitle: `Stock ${stock}`,
  lines: [
    { label: 'VIN', value: vin },
    { label: 'Store', value: store },
  ],
  href: `/fleet?vehicle=${id}`,
  tone: 'success',
});

export async function fillCars(db: Db<AnyTables>): Promise<void> {
  await sql`create table test_cars (id text primary key, vin text, stock text, store text,
    title text)`.execute(db);
  await sql`insert into test_cars select * from json_populate_recordset(null::test_cars,
    ${JSON.stringify(cars)}::json)`.execute(db);
}

/** Moves a car to another store, past the server. */
export async function moveCar({ platform }: TestForecourt, id: string, store: Store | null) {
  if (store) await sql`update test_cars set store = ${store} where id = ${id}`.execute(platform.db);
  else await sql`delete from test_cars where id = ${id}`.execute(platform.db);
}
