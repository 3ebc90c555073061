import type { Store } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
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

/** One vehicle of each store, with valid VINs; two stores use one stock number. */
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

export const queryCount = { queries: 0 };

/** Current vehicles; kept in memory, because the application's database role cannot create tables. */
let stock = new Map<string, Car>();

const keysOf = ({ vin, stock }: Car) => [`vin:${vin}`, `vin8:${lastEight(vin)}`, `stock:${stock}`];

/** A record source with vehicles; an actor sees those of their stores. */
export function carSource(): readonly RecordSource[] {
  return [
    {
      kind: 'vehicle',
      async find(actor: Actor, keys) {
        queryCount.queries += 1;
        const sees = ({ store }: Car) =>
          actor.storeAccess.includes(store) || actor.storeAccess.includes('all');
        return [...stock.values()].filter(sees).flatMap((car) =>
          keysOf(car)
            .filter((key) => keys.includes(key))
            .map((key): FoundRecord => ({ key, card: cardOf(car), access: access(car.store) })),
        );
      },
      async facts(ids) {
        return [...stock.values()]
          .filter(({ id }) => ids.includes(id))
          .map((car) => ({
            id: car.id,
            title: car.title,
            keys: keysOf(car),
            access: access(car.store),
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

export function fillCars(): void {
  stock = new Map(cars.map((car) => [car.id, car]));
}

/** Moves a vehicle to another store or removes it, without the server knowing. */
export function moveCar(id: string, store: Store | null): void {
  const car = stock.get(id);
  if (car && store) stock.set(id, { ...car, store });
  else stock.delete(id);
}
