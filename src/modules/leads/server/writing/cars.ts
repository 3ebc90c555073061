import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
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

/** The cars of the stock that are named by id, VIN or stock number, of these stores. */
async function findCars(db: LeadsDb, stores: readonly Store[], wanted: readonly Interest[]) {
  const ids = wanted.flatMap(({ vehicleId }) => vehicleId ?? []);
  const vins = wanted.map(({ vin }) => vin.toUpperCase()).filter((vin) => vin !== '');
  const stocks = wanted.map((one) => stockKey(one.stockNumber)).filter((key) => key !== '');
  if (ids.length + vins.length + stocks.length === 0) return [];
  const { rows } = await sql<Car>`
    select v.id, v.store, case when v.condition = 'new' then 'new' else 'used' end as condition,
      v.year, v.make, v.model, v.trim, v.stock_number as "stockNumber", v.vin
    from vehicles v where v.store = any(${stores}::text[])
      and (v.id = any(${ids}::integer[]) or v.vin = any(${vins}::text[])
        or v.stock_key = any(${stocks}::text[]))
    order by v.in_stock desc, v.id`.execute(db);
  return rows;
}

/** What was said of a car, and of the stock’s own record what was not. */
const filled = (said: Interest, car: Car): Interest => ({
  vehicleId: car.id,
  condition: said.condition ?? car.condition,
  year: said.year ?? car.year,
  make: said.make || car.make,
  model: said.model || car.model,
  trim: said.trim || car.trim,
  stockNumber: car.stockNumber,
  vin: car.vin,
});

/**
 * The cars wanted, those of the stock as such. A VIN or stock number counts within `store`; a car that was
 * chosen from the stock must be of `stores`, or 400.
 */
export async function matchCars(
  db: LeadsDb,
  interests: readonly Interest[],
  { store, stores }: { store: Store; stores: readonly Store[] },
): Promise<Interest[]> {
  const cars = await findCars(db, stores, interests);
  return interests.map((said, at) => {
    if (said.vehicleId !== null) {
      const chosen = cars.find(({ id }) => id === said.vehicleId);
      if (chosen) return filled(said, chosen);
      const field = `interests.${at}.vehicleId`;
      throw invalid('This car is not of your stock.', { [field]: 'Not of your stock' });
    }
    const known = cars.find(
      (car) =>
        car.store === store &&
        (car.vin === said.vin.toUpperCase() ||
          stockKey(car.stockNumber) === stockKey(said.stockNumber)),
    );
    return known ? filled(said, known) : said;
  });
}

/** `2024 Ford Bronco Badlands`; a stock number or VIN where nothing else was said. */
function vehicleName({ year, make, model, trim, stockNumber, vin }: Interest): string {
  const words = [year, make, model, trim].filter((word) => word).join(' ');
  return words || (stockNumber && `Stock ${stockNumber}`) || (vin && `VIN ${vin}`) || '';
}

/** A lead’s columns about cars. */
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
