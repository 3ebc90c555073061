import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { isGone, type Status, statusNames, transitionError } from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { addEvent } from '../record/events.ts';
import { assertNotInTransfer } from '../record/find.ts';
import { getToday, type VehicleRow } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { findRows } from './stock-cars.ts';

/** The step a deal has reached. */
export type SaleStep = 'signed' | 'delivered' | 'taken_back' | 'undone';

interface Sale {
  store: Store;
  vehicleId: number;
  step: SaleStep;
  /** Display name of the deal for the history: `Deal 20417`. */
  deal: string;
  /** The day it left, if it was delivered earlier than today. */
  on?: string | null;
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
        ? sql<string>`greatest(${sale.on ?? (await getToday(db))}::date, acquired_on)`
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

/** Corrects the day a vehicle left with its deal; unchanged if it has left otherwise. */
export async function correctDelivery(
  tx: Db<AnyTables>,
  { vehicleId, from, to }: { vehicleId: number; from: CalendarDate; to: CalendarDate },
): Promise<void> {
  const db: VehicleDb = tx;
  await db
    .updateTable('vehicles')
    .set({
      gone_on: sql<string>`greatest(${to}::date, acquired_on)`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', vehicleId)
    .where('status', '=', 'delivered')
    .where(sql<boolean>`gone_on = greatest(${from}::date, acquired_on)`)
    .execute();
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
