import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type { Interest, LeadsDb } from '../tables.ts';

interface Car {
  id: number;
  store: Store;
  condition: 'new' | 'used';
  year: number;
  make: string;
  model: string;
  trim: string;
  stockNumber: string;
  vin: string;
}

const stockKey = (typed: string) => typed.toUpperCase().replace(/[\s-]/g, '');

/** Stock vehicles of these stores with a wanted id, VIN or stock number. */
async function findCars(db: LeadsDb, stores: readonly Store[], wanted: readonly Interest[]) {
  const ids = wanted.flatMap(({ vehicleId }) => vehicleId ?? []);
  const vins = wanted.map(({ vin }) => vin.toUpperCase()).filter((vin) => vin !== '');
  const stocks = wanted.map((one) => stockKey(one.stockNumber)).filter((key) => key !== '');
  if (ids.length + vins.length + stocks.length === 0) return [];
  const { rows } = await sql<Car>`
    select v.id, v.store, case when v.condition = 'new' then 'new' else 'used' end as condition,
      v.year, v.make, v.model, v.trim, v.stock_number as "stockNumber", v.vin
    from stock_vehicles v where ${inStores('v.store', stores)}
      and (v.id = any(${ids}::integer[]) or v.stock_key = any(${stocks}::text[])
        or v.vehicle_id = any(array(select id from vehicles where vin = any(${vins}::text[]))))
    order by v.in_stock desc, v.id desc`.execute(db);
  return rows;
}

/** The input, completed from the stock vehicle. */
const filled = (input: Interest, car: Car): Interest => ({
  vehicleId: car.id,
  condition: input.condition ?? car.condition,
  year: input.year ?? car.year,
  make: input.make || car.make,
  model: input.model || car.model,
  trim: input.trim || car.trim,
  stockNumber: car.stockNumber,
  vin: car.vin,
});

/**
 * Matches vehicles of interest with stock vehicles. A VIN or stock number is looked up within `store`; a chosen
 * `vehicleId` must belong to `stores`, or 400.
 */
export async function matchCars(
  db: LeadsDb,
  interests: readonly Interest[],
  { store, stores }: { store: Store; stores: readonly Store[] },
): Promise<Interest[]> {
  const cars = await findCars(db, stores, interests);
  return interests.map((input, at) => {
    if (input.vehicleId !== null) {
      const chosen = cars.find(({ id }) => id === input.vehicleId);
      if (chosen) return filled(input, chosen);
      const field = `interests.${at}.vehicleId`;
      throw invalid('This vehicle is not in your inventory.', { [field]: 'Not in your inventory' });
    }
    const known = cars.find(
      (car) =>
        car.store === store &&
        (car.vin === input.vin.toUpperCase() ||
          stockKey(car.stockNumber) === stockKey(input.stockNumber)),
    );
    return known ? filled(input, known) : input;
  });
}

/** `2024 Ford Bronco Badlands`, else the stock number or VIN. */
function vehicleName({ year, make, model, trim, stockNumber, vin }: Interest): string {
  const name = [year, make, model, trim].filter((part) => part).join(' ');
  return name || (stockNumber && `Stock ${stockNumber}`) || (vin && `VIN ${vin}`) || '';
}

/** The vehicle columns of a lead. */
export const carColumns = (interests: readonly Interest[]) => ({
  interests: JSON.stringify(interests),
  interest: interests[0] ? vehicleName(interests[0]) : '',
  cars: interests
    .map((one) =>
      [vehicleName(one), one.stockNumber, stockKey(one.stockNumber), one.vin].join('\n'),
    )
    .join('\n'),
  vehicle_id: interests[0]?.vehicleId ?? null,
});
