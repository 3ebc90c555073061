import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { isGone, type Place, type Status, statusNames } from '../../contract/status.ts';
import type { VehicleDb } from '../tables.ts';

/** A sale from another system. */
export interface ImportedSale {
  vin: string;
  status: 'sold' | 'delivered';
  /** `YYYY-MM-DD`, when it reached that status. */
  on: string;
  /** The buyer, not one merged into another; null if the sale would create them. */
  customerId: number | null;
}

/** The stock vehicle of a sale, or a note why there is none. */
export type SoldCar = { id: number } | { note: string };

interface Row {
  id: number;
  vin: string;
  store: Store;
  stock_number: string;
  status: Status;
  place: Place;
  acquired_on: string;
  moving_to: Store | null;
  is_out: boolean;
  /** Whose open deposit keeps it, if they are a customer. */
  reserved_for: number | null;
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
    select v.id, c.vin, v.store, v.stock_number, v.status, v.place, v.acquired_on::text as acquired_on,
      (select t.to_store from vehicle_transfers t
        where t.unit_id = v.id and t.ended_at is null) as moving_to,
      exists (select from vehicle_outings o
        where o.unit_id = v.id and o.in_at is null) as is_out,
      (select buyer.root_id from stock_deposits d join customers buyer on buyer.id = d.customer_id
        where d.unit_id = v.id and d.ended_at is null) as reserved_for
    from stock_units v join vehicles c on c.id = v.vehicle_id where c.vin = any(${sales.map(({ vin }) => vin)}::text[])
    order by v.in_stock, v.id ${lock ? sql`for update of v` : sql``}`.execute(db);
  // Of several stays the last one counts, or the one that is in stock.
  const cars = new Map(rows.map((row) => [row.vin, row]));
  return sales.map((sale) => {
    const car = cars.get(sale.vin);
    const note = noteOf(car, store, sale);
    return note === null && car ? { id: car.id } : { note: note ?? noVehicle };
  });
}

const noVehicle = 'This store has no vehicle with this VIN in stock';

function noteOf(
  car: Row | undefined,
  store: Store,
  { status, on, customerId }: ImportedSale,
): string | null {
  if (!car || (car.store !== store && isGone(car.status))) return noVehicle;
  const { stock_number: stockNumber, moving_to: to } = car;
  const stays = (why: string) => `Vehicle ${stockNumber} ${why} and stays unchanged`;
  if (car.store !== store)
    return `The vehicle is in stock at ${storeNames[car.store]} and stays unchanged`;
  if (isGone(car.status))
    return `Vehicle ${stockNumber} is already ${statusNames[car.status].toLowerCase()}`;
  if (car.acquired_on > on) return stays('came into stock after this deal');
  if (to) return stays(`is in transfer to ${storeNames[to]}`);
  if (car.reserved_for !== null && car.reserved_for !== customerId)
    return stays('has a deposit from another customer');
  if (car.is_out && status === 'delivered') return stays('is checked out');
  // It can’t have been delivered before it arrived.
  return car.place === 'in_transit' && status === 'delivered' ? stays('is in transit') : null;
}

interface SaleToFollow extends Pick<ImportedSale, 'status' | 'on'> {
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
    update stock_units v set sale = 'sold', sold_on = coalesce(v.sold_on, s.day),
      gone_as = case when s.status = 'delivered' then 'delivered' end,
      gone_on = case when s.status = 'delivered' then s.day end,
      -- It had arrived by then, even if that was entered later.
      arrived_on = case when s.status = 'delivered' then least(v.arrived_on, s.day) else v.arrived_on end,
      version = v.version + 1
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        as s ("vehicleId" integer, status text, day date, deal text),
      stock_units before
    where v.id = s."vehicleId" and before.id = v.id and v.status <> s.status
    returning v.id, before.status as "from", v.status as "to", s.deal as reason`.execute(tx);
  const delivered = rows.filter(({ to }) => to === 'delivered').map(({ id }) => id);
  await sql`update vehicle_recon_steps set left_at = clock_timestamp(), version = version + 1
    where unit_id = any(${delivered}::integer[]) and left_at is null`.execute(tx);
  await sql`update stock_deposits set outcome = 'applied', ended_by = ${authorId},
      ended_at = greatest(clock_timestamp(), taken_at)
    where unit_id = any(${delivered}::integer[]) and ended_at is null`.execute(tx);
  await addStatusEvents(tx, authorId, rows);
}

/**
 * Takes back what these sales did: each vehicle is sold or for sale as it was before, unless it was sold, delivered
 * or taken back again since, or is in stock again by another stay. Its place stays: it may have moved meanwhile.
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
      select distinct on (e.unit_id) e.unit_id, e.data->>'from' as was, e.data->>'to' as became
      from vehicle_events e join jsonb_to_recordset(${JSON.stringify(sales)}::jsonb)
          as s ("vehicleId" integer, deal text) on e.unit_id = s."vehicleId"
      where e.kind = 'status' and e.data->>'reason' = s.deal
      order by e.unit_id, e.id desc),
    restored as (
      select v.id, last.was, last.became from last join stock_units v on v.id = last.unit_id
      where v.status = last.became and not exists (select from stock_units other
        where other.vehicle_id = v.vehicle_id and other.id <> v.id and other.in_stock)
      for update of v),
    reopened as (
      update stock_deposits d set outcome = null, ended_by = null, ended_at = null
      from restored r where d.id = (select max(id) from stock_deposits where unit_id = r.id)
        and d.outcome = 'applied' and r.became = 'delivered'
      returning d.unit_id)
    update stock_units v set version = v.version + 1, gone_as = null, gone_on = null,
      sale = case when r.was = 'sold' then 'sold'
        when exists (select from reopened where unit_id = v.id) or exists (select from stock_deposits d
          where d.unit_id = v.id and d.ended_at is null) then 'deposit' end,
      sold_on = case when r.was = 'sold' then v.sold_on end,
      deliver_on = case when r.was = 'sold' then v.deliver_on end
    from restored r where v.id = r.id
    returning v.id, r.became as "from", v.status as "to",
      'The import of its deal was undone' as reason`.execute(tx);
  const returned = rows.filter(({ from }) => from === 'delivered').map(({ id }) => id);
  await resumeRecon(tx, authorId, returned);
  await addStatusEvents(tx, authorId, rows);
}

/** Those that are in recon go on in the stage they were last in. */
async function resumeRecon(
  tx: VehicleDb,
  authorId: number,
  unitIds: readonly number[],
): Promise<void> {
  await sql`insert into vehicle_recon_steps (unit_id, stage, entered_by, entered_at)
    select v.id, coalesce((select s.stage from vehicle_recon_steps s
        where s.unit_id = v.id and s.stage <> 'frontline' order by s.id desc limit 1), 'intake'),
      ${authorId}, clock_timestamp()
    from stock_units v
    where v.id = any(${unitIds}::integer[]) and v.place = 'recon'`.execute(tx);
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
        unit_id: id,
        author_id: authorId,
        kind: 'status' as const,
        data: JSON.stringify(data),
      })),
    )
    .execute();
}
