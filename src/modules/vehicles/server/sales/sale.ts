import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import {
  type Condition,
  isGone,
  nextStatuses,
  refusalOf,
  type Status,
  statuses,
  statusNames,
} from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { addEvent } from '../record/events.ts';
import { assertStays } from '../record/find.ts';
import { getToday, selectRows, type VehicleRow } from '../record/rows.ts';
import { nextStockNumber, tradeNumber } from '../record/stock-number.ts';
import { duplicateSentence, takeVin } from '../record/vins.ts';
import type { VehicleDb } from '../tables.ts';

/** A car as a deal is written for it. Whoever tells its cost must have asked whether that may be told. */
export interface StockCar {
  id: number;
  /** `2024 Ford F-150 XLT` */
  title: string;
  stockNumber: string;
  vin: string;
  condition: Condition;
  mileage: number;
  listCents: number | null;
  costCents: number | null;
  reconCents: number;
  packCents: number;
  /** Why no deal can be written for it; null where one can. */
  refusal: string | null;
}

const toStockCar = (row: VehicleRow): StockCar => ({
  id: row.id,
  title: titleOf(row),
  stockNumber: row.stock_number,
  vin: row.vin,
  condition: row.condition,
  mileage: row.mileage,
  listCents: row.list_cents,
  costCents: row.cost_cents,
  reconCents: row.recon_cents,
  packCents: row.pack_cents,
  refusal: isGone(row.status) ? `This car is ${statusNames[row.status].toLowerCase()}.` : null,
});

/** A car of this store, whoever asks; null where there is none. */
export async function findStockCar(
  db: Db<AnyTables>,
  store: Store,
  id: number,
): Promise<StockCar | null> {
  const [row] = await findRows(db, store, sql`v.id = ${id}`);
  return row ? toStockCar(row) : null;
}

const sellable = statuses.filter((one) => one === 'sold' || nextStatuses[one].includes('sold'));
const sellableAtMost = 20;

/**
 * Cars of this store that can be sold now, by stock number, VIN or words; at most 20, the newest first.
 * `isTaken` says of a car `v` whether it is spoken for.
 */
export async function listSellableCars(
  db: Db<AnyTables>,
  store: Store,
  typed: string,
  isTaken: RawBuilder<boolean>,
): Promise<StockCar[]> {
  const words = typed.split(/\s+/).filter(Boolean).slice(0, 8);
  const found = words.map(
    (word) =>
      sql`v.search_text like '%' || folded(${word.replace(/[\\%_]/g, '\\$&')}::text) || '%'`,
  );
  const where = sql.join(
    [sql`v.status = any(${sellable}::text[])`, sql`not (${isTaken})`, ...found],
    sql` and `,
  );
  const rows = await findRows(
    db,
    store,
    sql`${where} order by v.acquired_on desc, v.id desc limit ${sellableAtMost}`,
  );
  return rows.map(toStockCar);
}

async function findRows(db: VehicleDb, store: Store, rest: RawBuilder<unknown>) {
  const { rows } = await sql<VehicleRow>`${selectRows(await getToday(db))}
    where v.store = ${store} and ${rest}`.execute(db);
  return rows;
}

/** What a deal has come to. */
export type SaleStep = 'signed' | 'delivered' | 'taken_back' | 'undone';

interface Sale {
  store: Store;
  vehicleId: number;
  step: SaleStep;
  /** How people call the deal, for the car’s history: `Deal 20417`. */
  deal: string;
  ip: string;
}

/**
 * Lets a car follow its deal, in the transaction of the deal: sold when signed, delivered when delivered,
 * sold again when that is taken back, on the line again when all of it is undone. The right to the deal
 * decides, not the right to the stock. Throws 409 where the car cannot become that.
 */
export async function followDeal(tx: Db<AnyTables>, actor: Actor, sale: Sale): Promise<void> {
  const db: VehicleDb = tx;
  await sql`select from vehicles where id = ${sale.vehicleId} for update`.execute(db);
  const [row] = await findRows(db, sale.store, sql`v.id = ${sale.vehicleId}`);
  if (!row) throw conflict('The car of this deal is not in the stock of its store any more.');
  const status = nextOf(row, sale.step);
  if (status === row.status) return;
  assertStays(row);
  await db
    .updateTable('vehicles')
    .set({
      status,
      version: row.version + 1,
      gone_on: isGone(status)
        ? sql<string>`greatest(${await getToday(db)}::date, acquired_on)`
        : null,
    })
    .where('id', '=', row.id)
    .execute();
  const event = { kind: 'status', from: row.status, to: status, reason: sale.deal } as const;
  await addEvent(db, row.id, actor.userId, event);
  await recordActivity(db, {
    actor,
    action: 'vehicle.status_changed',
    subject: { type: 'vehicle', id: row.id, name: `${row.stock_number}, ${titleOf(row)}` },
    before: { status: row.status },
    after: { status, reason: sale.deal },
    ip: sale.ip,
  });
}

/** What the car is then; as it is where somebody has seen to it already. */
function nextOf({ status, out_kind }: VehicleRow, step: SaleStep): Status {
  switch (step) {
    case 'signed':
      return status === 'sold' ? status : allowed(status, 'sold');
    case 'delivered':
      if (out_kind) throw conflict('This car is out. Take it back before it is delivered.');
      return status === 'delivered' ? status : allowed(status, 'delivered');
    case 'taken_back':
      if (status === 'sold' || status === 'delivered') return 'sold';
      throw conflict(`This car is ${statusNames[status].toLowerCase()} meanwhile.`);
    case 'undone':
      return status === 'sold' || status === 'delivered' ? 'frontline' : status;
  }
}

function allowed(from: Status, to: Status): Status {
  const refusal = refusalOf(from, to);
  if (refusal) throw conflict(refusal);
  return to;
}

interface Trade {
  clientId: string;
  store: Store;
  /** What its paper says. */
  vin: string;
  vinReason: string | undefined;
  year: number;
  make: string;
  model: string;
  trim: string;
  mileage: number;
  costCents: number | null;
  /** The car it was traded for: of the stock, or the number it had; `''` where nobody knows. */
  soldId: number | null;
  soldNumber: string;
  ip: string;
}

/**
 * Takes into stock what a buyer drove here in, in the transaction of the deal. The right to the deal
 * decides. Answers its id and stock number. Throws 400 for a VIN that cannot be one, and 409 for one the
 * group has already.
 */
export async function takeTradeIn(
  tx: Db<AnyTables>,
  actor: Actor,
  { soldId, soldNumber, vin, vinReason, costCents, clientId, ip, ...car }: Trade,
): Promise<{ id: number; stockNumber: string }> {
  const db: VehicleDb = tx;
  const checked = takeVin(vin, vinReason);
  const known = await db
    .selectFrom('vehicles')
    .select('id')
    .where('vin', '=', checked.vin)
    .executeTakeFirst();
  if (known) {
    const sentence = await duplicateSentence(db, actor, checked.vin);
    throw conflict(sentence, { vin: sentence });
  }
  const kind = {
    condition: 'used',
    acquiredFrom: 'trade',
    acquiredOn: await getToday(db),
  } as const;
  const [sold] = soldId === null ? [] : await findRows(db, car.store, sql`v.id = ${soldId}`);
  // What another system calls a car need not be a stock number here.
  const named = /^[A-Z0-9][A-Z0-9-]{2,14}$/.test(soldNumber) && { stock_number: soldNumber };
  const taken = sold ?? (named && { ...named, traded_for_id: null });
  const stock_number = taken
    ? await tradeNumber(db, car.store, taken)
    : await nextStockNumber(db, { store: car.store, ...kind });
  const { id } = await db
    .insertInto('vehicles')
    .values({
      ...{ ...car, ...checked, client_id: clientId, stock_number, cost_cents: costCents },
      ...{ condition: 'used', status: 'acquired', traded_for_id: sold?.id ?? null },
      ...{ acquired_on: kind.acquiredOn, acquired_from: 'trade', created_by: actor.userId },
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await addEvent(db, id, actor.userId, {
    kind: 'added',
    status: 'acquired',
    stockNumber: stock_number,
  });
  await recordActivity(db, {
    actor,
    action: 'vehicle.added',
    subject: { type: 'vehicle', id, name: `${stock_number}, ${titleOf(car)}` },
    after: { ...checked, store: car.store, status: 'acquired' },
    ip,
  });
  return { id, stockNumber: stock_number };
}
