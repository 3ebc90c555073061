import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { assertNotInStock } from '../record/add.ts';
import { addEvent } from '../record/events.ts';
import { findOrAddVehicle } from '../record/stays.ts';
import { nextStockNumber, tradeNumber } from '../record/stock-number.ts';
import { validateVin } from '../record/vins.ts';
import type { VehicleDb } from '../tables.ts';
import { findRows } from './stock-cars.ts';

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
  acquiredOn: CalendarDate;
  /** The vehicle it was traded for: its id, or only its number; `''` if unknown. */
  soldId: number | null;
  soldNumber: string;
  ip: string;
}

/**
 * Adds a trade-in to stock, in the transaction of the deal. Access to the deal suffices. Returns its id and
 * stock number. A vehicle the group once sold gets a new stay, with its own number, cost and days, and stays the make
 * and model it was sold as. Throws 400 for an invalid VIN, and 409 for a vehicle that is in stock.
 */
export async function addTradeIn(
  tx: Db<AnyTables>,
  actor: Actor,
  { soldId, soldNumber, vin, vinReason, costCents, acquiredOn, clientId, ip, ...car }: TradeIn,
): Promise<{ id: number; stockNumber: string }> {
  const db: VehicleDb = tx;
  const checked = validateVin(vin, vinReason);
  await assertNotInStock(db, actor, checked.vin);
  const kind = { condition: 'used', acquiredFrom: 'trade', acquiredOn } as const;
  const [sold] = soldId === null ? [] : await findRows(db, car.store, sql`v.id = ${soldId}`);
  // Numbers from another system may not be valid stock numbers.
  const numbered = /^[A-Z0-9][A-Z0-9-]{2,14}$/.test(soldNumber) && { stock_number: soldNumber };
  const tradedFor = sold ?? (numbered && { ...numbered, traded_for_id: null });
  const stockNumber = tradedFor
    ? await tradeNumber(db, car.store, tradedFor)
    : await nextStockNumber(db, { store: car.store, ...kind });
  const { store, mileage, ...facts } = car;
  const vehicle = await findOrAddVehicle(db, checked, facts);
  const { id } = await db
    .insertInto('stock_units')
    .values({
      store,
      mileage,
      client_id: clientId,
      vehicle_id: vehicle.id,
      stock_number: stockNumber,
      traded_for_id: sold?.id ?? null,
      condition: 'used',
      place: 'acquired',
      arrived_on: acquiredOn,
      acquired_on: acquiredOn,
      acquired_from: 'trade',
      cost_cents: costCents,
      created_by: actor.userId,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await addEvent(db, id, actor.userId, { kind: 'added', status: 'acquired', stockNumber });
  await recordActivity(db, {
    actor,
    action: 'vehicle.added',
    subject: { type: 'vehicle', id, name: `${stockNumber}, ${titleOf(vehicle)}` },
    after: { ...checked, store, status: 'acquired' },
    ip,
  });
  return { id, stockNumber };
}
