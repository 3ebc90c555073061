import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { type Status, statusNames, transitionError } from '../../contract/status.ts';
import { assertNotInTransfer } from '../record/find.ts';
import type { VehicleRow } from '../record/rows.ts';
import { leftOn, writeStatus } from '../record/status.ts';
import { findLaterStay } from '../record/stays.ts';
import type { VehicleDb } from '../tables.ts';
import { findRows } from './stock-cars.ts';

/** The step a deal has reached. */
export type SaleStep = 'signed' | 'delivered' | 'taken_back' | 'undone';

interface Sale {
  store: Store;
  vehicleId: number;
  /** Whose deal it is: a deposit of someone else keeps the vehicle. */
  customerId: number;
  step: SaleStep;
  /** Display name of the deal for the history: `Deal 20417`. */
  deal: string;
  /** The day it was sold or left, if there is one. */
  on: string | null;
  ip: string;
}

/**
 * Updates the vehicle's status with its deal, in the transaction of the deal: sold when signed, wherever it is;
 * delivered when delivered; sold again when the delivery is undone; back to where it was when the deal is undone.
 * Access to the deal suffices. Throws 409 if the transition is not allowed.
 */
export async function followDeal(tx: Db<AnyTables>, actor: Actor, sale: Sale): Promise<void> {
  const db: VehicleDb = tx;
  await sql`select from stock_units where id = ${sale.vehicleId} for update`.execute(db);
  const [row] = await findRows(db, sale.store, sql`v.id = ${sale.vehicleId}`);
  if (!row) throw conflict('The vehicle of this deal is no longer in stock at its store.');
  const status = nextStatus(row, sale.step);
  if (sale.step === 'signed' || sale.step === 'delivered') await assertNotReserved(db, sale);
  if (status === row.status) return;
  // A deal can be canceled although its vehicle is in stock again: that is another stay, and this one stays over.
  if (sale.step === 'undone' && (await findLaterStay(db, row))) return;
  assertNotInTransfer(row);
  await writeStatus(db, actor, row, { status, reason: sale.deal, on: sale.on, ip: sale.ip });
}

/**
 * Throws 409 while a deposit of another customer keeps the vehicle. A deposit without a customer record can’t be
 * compared, so it blocks no sale.
 */
export async function assertNotReserved(
  db: Db<AnyTables>,
  { vehicleId, customerId }: Pick<Sale, 'vehicleId' | 'customerId'>,
): Promise<void> {
  const { rows } = await sql`
    select from stock_deposits d join customers c on c.id = d.customer_id
    where d.unit_id = ${vehicleId} and d.ended_at is null
      and c.root_id <> (select root_id from customers where id = ${customerId})`.execute(db);
  if (rows.length === 0) return;
  throw conflict(
    'This vehicle has a deposit from another customer. Refund or forfeit that deposit first.',
  );
}

interface Correction {
  vehicleId: number;
  step: 'signed' | 'delivered';
  from: CalendarDate;
  to: CalendarDate;
}

/** Corrects the day a vehicle was sold or left with its deal; unchanged if that happened otherwise. */
export async function correctSaleDay(
  tx: Db<AnyTables>,
  { vehicleId, step, from, to }: Correction,
): Promise<void> {
  const db: VehicleDb = tx;
  const inStay = (day: CalendarDate) => sql<string>`greatest(${day}::date, acquired_on)`;
  const stay = db.updateTable('stock_units').where('id', '=', vehicleId);
  const version = sql<number>`version + 1`;
  if (step === 'signed') {
    await stay
      .set({ sold_on: inStay(to), version })
      .where('sale', '=', 'sold')
      .where(sql<boolean>`sold_on = ${inStay(from)}`)
      .execute();
    return;
  }
  await stay
    .set({ ...leftOn(to), version })
    .where('gone_as', '=', 'delivered')
    .where(sql<boolean>`gone_on = ${inStay(from)}`)
    .execute();
}

/** The vehicle's next status; unchanged if it was set by hand already. */
function nextStatus(row: VehicleRow, step: SaleStep): Status {
  const { status, place, out_kind } = row;
  switch (step) {
    case 'signed':
      return status === 'sold' ? status : assertAllowed(row, 'sold');
    case 'delivered':
      if (out_kind)
        throw conflict('This vehicle is checked out. Check it in before it is delivered.');
      return status === 'delivered' ? status : assertAllowed(row, 'delivered');
    case 'taken_back':
      if (status === 'sold' || status === 'delivered') return 'sold';
      throw conflict(`This vehicle is now ${statusNames[status].toLowerCase()}.`);
    case 'undone':
      return status === 'sold' || status === 'delivered' ? place : status;
  }
}

function assertAllowed(from: VehicleRow, to: Status): Status {
  const error = transitionError(from, to);
  if (error) throw conflict(error);
  return to;
}
