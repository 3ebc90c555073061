import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import {
  followImportedSales,
  type ImportedSale,
  matchSoldCars,
  type SoldCar,
  undoImportedSales,
} from '../../../vehicles/server/public.ts';
import type { DealTables } from '../tables.ts';
import type { ReadDeal } from './row/read.ts';

type Tx = Kysely<DealTables>;
type Sold = Pick<ReadDeal, 'vin' | 'signedOn' | 'deliveredOn'>;

/** The sale a deal means for its vehicle; null if it was not sold or has no VIN. */
function saleOf({ vin, signedOn, deliveredOn }: Sold): Omit<ImportedSale, 'customerId'> | null {
  if (vin === null) return null;
  if (deliveredOn !== null) return { vin, status: 'delivered', on: deliveredOn };
  return signedOn === null ? null : { vin, status: 'sold', on: signedOn };
}

const nameOf = (number: string) => `Deal ${number}`;

/**
 * For each deal its stock vehicle, or why there is none; null if there is nothing to look up. `customerId`: null if the
 * customer would be new.
 */
export async function carsOf(
  tx: Tx,
  store: Store,
  deals: readonly { deal: Sold | undefined; customerId: number | null }[],
  options?: { lock: true },
): Promise<(SoldCar | null)[]> {
  const sales = deals.map(({ deal, customerId }) => {
    const sale = deal && saleOf(deal);
    return sale && { ...sale, customerId };
  });
  const sold = sales.flatMap((sale) => sale ?? []);
  const cars = await matchSoldCars(tx, store, sold, options);
  const taken = await findTaken(
    tx,
    cars.flatMap((car) => ('id' in car ? car.id : [])),
  );
  const bySale = new Map(sold.map((sale, at) => [sale, cars[at]]));
  return sales.map((sale) => {
    const car = sale && bySale.get(sale);
    const other = car && 'id' in car && taken.get(car.id);
    return other ? { note: `The vehicle is already on deal ${other}` } : (car ?? null);
  });
}

/** The vehicles that are on an active deal, with its number. */
async function findTaken(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ vehicle_id: number; number: string }>`
    select vehicle_id, number from deals where vehicle_id = any(${ids}::integer[])
      and status in ('open', 'signed', 'delivered')`.execute(tx);
  return new Map(rows.map(({ vehicle_id, number }) => [vehicle_id, number]));
}

/** Applies imported sales to the vehicles that `carsOf` has locked. */
export async function recordSales(
  tx: Tx,
  authorId: number,
  deals: readonly { deal: ReadDeal; vehicleId: number | null }[],
): Promise<void> {
  await followImportedSales(
    tx,
    authorId,
    deals.flatMap(({ deal, vehicleId }) => {
      const sale = saleOf(deal);
      if (!sale || vehicleId === null) return [];
      const { status, on } = sale;
      return [{ vehicleId, status, on, deal: nameOf(deal.number) }];
    }),
  );
}

/** Restores the vehicles of the imported deals that `deleteDeals` deletes. */
export async function undoSales(
  tx: Tx,
  { importId, authorId }: { importId: number; authorId: number },
  deleteDeals: () => Promise<number>,
): Promise<number> {
  const { rows: moved } = await sql<{ id: number; number: string; vehicle_id: number }>`
    select id, number, vehicle_id from deals
    where import_id = ${importId} and vehicle_id is not null`.execute(tx);
  const kept = await deleteDeals();
  const { rows: left } = await sql<{ id: number }>`
    select id from deals where id = any(${moved.map(({ id }) => id)}::integer[])`.execute(tx);
  const stayed = new Set(left.map(({ id }) => id));
  await undoImportedSales(
    tx,
    authorId,
    moved
      .filter(({ id }) => !stayed.has(id))
      .map(({ vehicle_id: vehicleId, number }) => ({ vehicleId, deal: nameOf(number) })),
  );
  return kept;
}
