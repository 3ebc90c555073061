import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { type Condition, isGone, statusNames } from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { getToday, matchesOf, selectRows, type VehicleRow } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';

/** A vehicle for a deal. Callers must check permissions before they expose its cost. */
export interface StockCar {
  id: number;
  /** `2024 Ford F-150 XLT` */
  title: string;
  stockNumber: string;
  vin: string;
  condition: Condition;
  mileage: number;
  /** Where it is, such as `In transit`; null on the line. */
  where: string | null;
  listCents: number | null;
  costCents: number | null;
  reconCents: number;
  packCents: number;
  /** Why it cannot be sold; null if it can. */
  refusal: string | null;
}

const toStockCar = (row: VehicleRow): StockCar => ({
  id: row.id,
  title: titleOf(row),
  stockNumber: row.stock_number,
  vin: row.vin,
  condition: row.condition,
  mileage: row.mileage,
  where: row.place === 'frontline' ? null : statusNames[row.place],
  listCents: row.list_cents,
  costCents: row.cost_cents,
  reconCents: row.recon_cents,
  packCents: row.pack_cents,
  refusal: isGone(row.status) ? `This vehicle is ${statusNames[row.status].toLowerCase()}.` : null,
});

/** A vehicle of this store, without access check; null if there is none. */
export async function findStockCar(
  db: Db<AnyTables>,
  store: Store,
  id: number,
): Promise<StockCar | null> {
  const [row] = await findRows(db, store, sql`v.id = ${id}`);
  return row ? toStockCar(row) : null;
}

const maxSellable = 20;

/**
 * Vehicles of this store that can be sold now, wherever they are, by stock number, VIN or text; at most 20, newest
 * first.
 * `isTaken` is the condition that a vehicle `v` is already on a deal.
 */
export async function listSellableCars(
  db: Db<AnyTables>,
  store: Store,
  typed: string,
  isTaken: RawBuilder<boolean>,
): Promise<StockCar[]> {
  const conditions = [sql`v.in_stock`, sql`not (${isTaken})`, ...matchesOf(typed)];
  const where = sql.join(conditions, sql` and `);
  const rows = await findRows(
    db,
    store,
    sql`${where} order by v.acquired_on desc, v.id desc limit ${maxSellable}`,
  );
  return rows.map(toStockCar);
}

/** Vehicles `v` of this store. */
export async function findRows(db: VehicleDb, store: Store, rest: RawBuilder<unknown>) {
  const { rows } = await sql<VehicleRow>`${selectRows(await getToday(db))}
    where v.store = ${store} and ${rest}`.execute(db);
  return rows;
}
