import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { isGone, nextStatuses, type Status, statusNames } from '../../contract/status.ts';
import type { VehicleDb } from '../tables.ts';

/** A sale from another system. */
export interface ImportedSale {
  vin: string;
  status: 'sold' | 'delivered';
  /** `YYYY-MM-DD`, when it reached that status. */
  on: string;
}

/** The stock vehicle of a sale, or a note why there is none. */
export type SoldCar = { id: number } | { note: string };

interface Row {
  id: number;
  vin: string;
  store: Store;
  stock_number: string;
  status: Status;
  acquired_on: string;
  moving_to: Store | null;
  is_out: boolean;
}

/**
 * For each sale of a store, in the same order, the vehicle whose status it changes; `lock` locks the rows for
 * the transaction. A vehicle that came into stock after the sale is not the one that was sold.
 */
export async function matchSoldCars(
  db: Db<AnyTables>,
  store: Store,
  sales: readonly ImportedSale[],
  { lock = false }: { lock?: boolean } = {},
): Promise<SoldCar[]> {
  const { rows } = await sql<Row>`
    select v.id, v.vin, v.store, v.stock_number, v.status, v.acquired_on::text as acquired_on,
      (select t.to_store from vehicle_transfers t
        where t.vehicle_id = v.id and t.ended_at is null) as moving_to,
      exists (select from vehicle_outings o
        where o.vehicle_id = v.id and o.in_at is null) as is_out
    from vehicles v where v.vin = any(${sales.map(({ vin }) => vin)}::text[])
    order by v.id ${lock ? sql`for update of v` : sql``}`.execute(db);
  const cars = new Map(rows.map((row) => [row.vin, row]));
  return sales.map((sale) => {
    const car = cars.get(sale.vin);
    const note = noteOf(car, store, sale);
    return note === null && car ? { id: car.id } : { note: note ?? noVehicle };
  });
}

const noVehicle = 'This store has no vehicle with this VIN in stock';

function noteOf(car: Row | undefined, store: Store, { status, on }: ImportedSale): string | null {
  if (!car || (car.store !== store && isGone(car.status))) return noVehicle;
  const { stock_number: stockNumber, moving_to: to } = car;
  const stays = (why: string) => `Vehicle ${stockNumber} ${why} and stays unchanged`;
  if (car.store !== store)
    return `The vehicle is in stock at ${storeNames[car.store]} and stays unchanged`;
  if (isGone(car.status))
    return `Vehicle ${stockNumber} is already ${statusNames[car.status].toLowerCase()}`;
  if (car.acquired_on > on) return stays('came into stock after this deal');
  if (to) return stays(`is in transfer to ${storeNames[to]}`);
  if (car.is_out && status === 'delivered') return stays('is checked out');
  const canBeSold = car.status === 'sold' || nextStatuses[car.status].includes('sold');
  return canBeSold ? null : stays(`is ${statusNames[car.status].toLowerCase()}`);
}

interface SaleToFollow extends Omit<ImportedSale, 'vin'> {
  vehicleId: number;
  /** Display name of the deal: `Deal 20417`. */
  deal: string;
}

/** Sets the statuses of vehicles locked by `matchSoldCars`, dated by their sales. */
export async function followImportedSales(
  anyTx: Db<AnyTables>,
  authorId: number,
  sales: readonly SaleToFollow[],
): Promise<void> {
  if (sales.length === 0) return;
  const tx: VehicleDb = anyTx;
  // `on` is a keyword of SQL.
  const steps = sales.map(({ on: day, ...sale }) => ({ ...sale, day }));
  const { rows } = await sql<StatusChange>`
    update vehicles v set status = s.status, version = v.version + 1,
      gone_on = case when s.status = 'delivered' then s.day end
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        as s ("vehicleId" integer, status text, day date, deal text),
      vehicles before
    where v.id = s."vehicleId" and before.id = v.id and v.status <> s.status
    returning v.id, before.status as "from", v.status as "to", s.deal as reason`.execute(tx);
  await addStatusEvents(tx, authorId, rows);
}

/**
 * Reverts vehicles that followed these sales: each gets its previous status, unless it has changed again
 * since.
 */
export async function undoImportedSales(
  anyTx: Db<AnyTables>,
  authorId: number,
  sales: readonly Pick<SaleToFollow, 'vehicleId' | 'deal'>[],
): Promise<void> {
  if (sales.length === 0) return;
  const tx: VehicleDb = anyTx;
  const { rows } = await sql<StatusChange>`
    with last as (
      select distinct on (e.vehicle_id) e.vehicle_id, e.data->>'from' as was, e.data->>'to' as became
      from vehicle_events e join jsonb_to_recordset(${JSON.stringify(sales)}::jsonb)
          as s ("vehicleId" integer, deal text) on e.vehicle_id = s."vehicleId"
      where e.kind = 'status' and e.data->>'reason' = s.deal
        and not exists (select from vehicle_events later where later.vehicle_id = e.vehicle_id
          and later.kind = 'status' and later.id > e.id)
      order by e.vehicle_id, e.id desc)
    update vehicles v set status = last.was, version = v.version + 1, gone_on = null
    from last where v.id = last.vehicle_id and v.status = last.became
    returning v.id, last.became as "from", last.was as "to",
      'The import of its deal was undone' as reason`.execute(tx);
  await addStatusEvents(tx, authorId, rows);
}

interface StatusChange {
  id: number;
  from: Status;
  to: Status;
  reason: string;
}

async function addStatusEvents(
  tx: VehicleDb,
  authorId: number,
  changes: readonly StatusChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto('vehicle_events')
    .values(
      changes.map(({ id, ...data }) => ({
        vehicle_id: id,
        author_id: authorId,
        kind: 'status' as const,
        data: JSON.stringify(data),
      })),
    )
    .execute();
}
