import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import {
  followImportedSales,
  type ImportedSale,
  matchSoldCars,
  type SoldCar,
  takeImportedSalesBack,
} from '../../../vehicles/server/public.ts';
import type { DealTables } from '../tables.ts';
import type { ReadDeal } from './row/read.ts';

type Tx = Kysely<DealTables>;
type Sold = Pick<ReadDeal, 'vin' | 'signedOn' | 'deliveredOn'>;

/** What a deal means for a car; null where it was not sold, or nobody says which car it was. */
function saleOf({ vin, signedOn, deliveredOn }: Sold): ImportedSale | null {
  if (vin === null) return null;
  if (deliveredOn !== null) return { vin, status: 'delivered', on: deliveredOn };
  return signedOn === null ? null : { vin, status: 'sold', on: signedOn };
}

const nameOf = (number: string) => `Deal ${number}`;

/** For each deal the car of the stock that follows it, or why none does; null where there is none to look for. */
export async function carsOf(
  tx: Tx,
  store: Store,
  deals: readonly (Sold | undefined)[],
  hold?: { hold: true },
): Promise<(SoldCar | null)[]> {
  const sales = deals.map((deal) => deal && saleOf(deal));
  const asked = sales.flatMap((sale) => sale ?? []);
  const cars = await matchSoldCars(tx, store, asked, hold);
  const taken = await findTaken(
    tx,
    cars.flatMap((car) => ('id' in car ? car.id : [])),
  );
  const byVin = new Map(asked.map(({ vin }, at) => [vin, cars[at]]));
  return sales.map((sale) => {
    const car = sale && byVin.get(sale.vin);
    const other = car && 'id' in car && taken.get(car.id);
    return other ? { note: `Its car is on deal ${other} already` } : (car ?? null);
  });
}

/** Cars that are on a deal which is not over, and on which. */
async function findTaken(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ vehicle_id: number; number: string }>`
    select vehicle_id, number from deals where vehicle_id = any(${ids}::integer[])
      and status in ('open', 'signed', 'delivered')`.execute(tx);
  return new Map(rows.map(({ vehicle_id, number }) => [vehicle_id, number]));
}

/** Moves the cars of deals that have come in; each deal with the car that follows it, as `carsOf` held it. */
export async function moveCars(
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

/** Puts the cars back of those deals of an import that `takeBack` has deleted. */
export async function putCarsBack(
  tx: Tx,
  { importId, authorId }: { importId: number; authorId: number },
  takeBack: () => Promise<number>,
): Promise<number> {
  const { rows: moved } = await sql<{ id: number; number: string; vehicle_id: number }>`
    select id, number, vehicle_id from deals
    where import_id = ${importId} and vehicle_id is not null`.execute(tx);
  const kept = await takeBack();
  const { rows: left } = await sql<{ id: number }>`
    select id from deals where id = any(${moved.map(({ id }) => id)}::integer[])`.execute(tx);
  const stayed = new Set(left.map(({ id }) => id));
  await takeImportedSalesBack(
    tx,
    authorId,
    moved
      .filter(({ id }) => !stayed.has(id))
      .map(({ vehicle_id: vehicleId, number }) => ({ vehicleId, deal: nameOf(number) })),
  );
  return kept;
}
