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
  type Status,
  statuses,
  statusNames,
  transitionError,
} from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { addEvent } from '../record/events.ts';
import { assertNotInTransfer } from '../record/find.ts';
import { getToday, selectRows, type VehicleRow } from '../record/rows.ts';
import { nextStockNumber, tradeNumber } from '../record/stock-number.ts';
import { duplicateMessage, validateVin } from '../record/vins.ts';
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

const sellable = statuses.filter((one) => one === 'sold' || nextStatuses[one].includes('sold'));
const maxSellable = 20;

/**
 * Vehicles of this store that can be sold now, by stock number, VIN or text; at most 20, newest first.
 * `isTaken` is the condition that a vehicle `v` is already on a deal.
 */
export async function listSellableCars(
  db: Db<AnyTables>,
  store: Store,
  typed: string,
  isTaken: RawBuilder<boolean>,
): Promise<StockCar[]> {
  const terms = typed.split(/\s+/).filter(Boolean).slice(0, 8);
  const matches = terms.map(
    (word) =>
      sql`v.search_text like '%' || folded(${word.replace(/[\\%_]/g, '\\$&')}::text) || '%'`,
  );
  const where = sql.join(
    [sql`v.status = any(${sellable}::text[])`, sql`not (${isTaken})`, ...matches],
    sql` and `,
  );
  const rows = await findRows(
    db,
    store,
    sql`${where} order by v.acquired_on desc, v.id desc limit ${maxSellable}`,
  );
  return rows.map(toStockCar);
}

async function findRows(db: VehicleDb, store: Store, rest: RawBuilder<unknown>) {
  const { rows } = await sql<VehicleRow>`${selectRows(await getToday(db))}
    where v.store = ${store} and ${rest}`.execute(db);
  return rows;
}

/** The step a deal has reached. */
export type SaleStep = 'signed' | 'delivered' | 'taken_back' | 'undone';

interface Sale {
  store: Store;
  vehicleId: number;
  step: SaleStep;
  /** Display name of the deal for the history: `Deal 20417`. */
  deal: string;
  ip: string;
}

/**
 * Updates the vehicle's status with its deal, in the transaction of the deal: sold when signed, delivered when
 * delivered, sold again when the delivery is undone, frontline when the deal is undone. Access to the deal
 * suffices. Throws 409 if the transition is not allowed.
 */
export async function followDeal(tx: Db<AnyTables>, actor: Actor, sale: Sale): Promise<void> {
  const db: VehicleDb = tx;
  await sql`select from vehicles where id = ${sale.vehicleId} for update`.execute(db);
  const [row] = await findRows(db, sale.store, sql`v.id = ${sale.vehicleId}`);
  if (!row) throw conflict('The vehicle of this deal is no longer in stock at its store.');
  const status = nextStatus(row, sale.step);
  if (status === row.status) return;
  assertNotInTransfer(row);
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

/** The vehicle's next status; unchanged if it was set by hand already. */
function nextStatus({ status, out_kind }: VehicleRow, step: SaleStep): Status {
  switch (step) {
    case 'signed':
      return status === 'sold' ? status : assertAllowed(status, 'sold');
    case 'delivered':
      if (out_kind)
        throw conflict('This vehicle is checked out. Check it in before it is delivered.');
      return status === 'delivered' ? status : assertAllowed(status, 'delivered');
    case 'taken_back':
      if (status === 'sold' || status === 'delivered') return 'sold';
      throw conflict(`This vehicle is now ${statusNames[status].toLowerCase()}.`);
    case 'undone':
      return status === 'sold' || status === 'delivered' ? 'frontline' : status;
  }
}

function assertAllowed(from: Status, to: Status): Status {
  const error = transitionError(from, to);
  if (error) throw conflict(error);
  return to;
}

interface TradeIn {
  clientId: string;
  store: Store;
  /** From its papers. */
  vin: string;
  vinReason: string | undefined;
  year: number;
  make: string;
  model: string;
  trim: string;
  mileage: number;
  costCents: number | null;
  /** The vehicle it was traded for: its id, or only its number; `''` if unknown. */
  soldId: number | null;
  soldNumber: string;
  ip: string;
}

/**
 * Adds a trade-in to stock, in the transaction of the deal. Access to the deal suffices. Returns its id and
 * stock number. Throws 400 for an invalid VIN, and 409 for one the group already has.
 */
export async function addTradeIn(
  tx: Db<AnyTables>,
  actor: Actor,
  { soldId, soldNumber, vin, vinReason, costCents, clientId, ip, ...car }: TradeIn,
): Promise<{ id: number; stockNumber: string }> {
  const db: VehicleDb = tx;
  const checked = validateVin(vin, vinReason);
  const existing = await db
    .selectFrom('vehicles')
    .select('id')
    .where('vin', '=', checked.vin)
    .executeTakeFirst();
  if (existing) {
    const message = await duplicateMessage(db, actor, checked.vin);
    throw conflict(message, { vin: message });
  }
  const kind = {
    condition: 'used',
    acquiredFrom: 'trade',
    acquiredOn: await getToday(db),
  } as const;
  const [sold] = soldId === null ? [] : await findRows(db, car.store, sql`v.id = ${soldId}`);
  // Numbers from another system may not be valid stock numbers.
  const numbered = /^[A-Z0-9][A-Z0-9-]{2,14}$/.test(soldNumber) && { stock_number: soldNumber };
  const tradedFor = sold ?? (numbered && { ...numbered, traded_for_id: null });
  const stock_number = tradedFor
    ? await tradeNumber(db, car.store, tradedFor)
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
