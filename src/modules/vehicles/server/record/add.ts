import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findCreated } from '../../../../platform/server/records/repeats.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { titleOf } from '../../contract/vehicle.ts';
import type * as calls from '../../contract.ts';
import { storesOf } from '../policy.ts';
import { publishVehicleChanged } from '../publish.ts';
import type { VehicleDb } from '../tables.ts';
import { addEvent } from './events.ts';
import { getVehicle } from './find.ts';
import { getToday } from './rows.ts';
import { settleVehicle } from './stays.ts';
import { nextStockNumber, tradeNumber } from './stock-number.ts';
import { assertValidVehicle, toFacts, toUnit } from './validate.ts';
import { duplicateMessage, validateVin } from './vins.ts';

type Body = ValidOf<typeof calls.addVehicle>['body'];

export function addVehicle(platform: Platform): Handler<typeof calls.addVehicle> {
  const db: VehicleDb = platform.db;
  return async ({ actor, body, ip }) => {
    if (storesOf(actor).length === 0) throw forbidden('You don’t have access to any store.');
    assertValidVehicle(actor, body, await getToday(db));
    const existingId = await findCreated(db, 'stock_units', actor, body.clientId);
    if (existingId) return getVehicle(db, actor, existingId);
    const checked = validateVin(body.vin, body.vinReason);
    const { id, others } = await db
      .transaction()
      .execute(async (tx) => {
        const status = body.status ?? (body.condition === 'new' ? 'received' : 'acquired');
        const stockNumber = await assignNumber(tx, actor, body);
        await assertNotInStock(tx, actor, checked.vin);
        const vehicle = await settleVehicle(tx, checked, toFacts(body));
        const added = await tx
          .insertInto('stock_units')
          .values({
            ...toUnit(body),
            client_id: body.clientId,
            vehicle_id: vehicle.id,
            stock_number: stockNumber,
            traded_for_id: body.tradedForId ?? null,
            place: status,
            arrived_on: status === 'in_transit' ? null : body.acquiredOn,
            created_by: actor.userId,
          } as never)
          .returning('id')
          .executeTakeFirstOrThrow();
        await addEvent(tx, added.id, actor.userId, { kind: 'added', status, stockNumber });
        await recordActivity(tx, {
          actor,
          action: 'vehicle.added',
          subject: { type: 'vehicle', id: added.id, name: `${stockNumber}, ${titleOf(body)}` },
          after: { vin: checked.vin, store: body.store, status, vinReason: checked.vin_reason },
          ip,
        });
        return { id: added.id, others: vehicle.others };
      })
      .catch(async (error) => {
        // A concurrent repeat of the same request finds its vehicle in stock, or violates a unique constraint.
        const createdId = await findCreated(db, 'stock_units', actor, body.clientId);
        if (createdId) return { id: createdId, others: [] };
        throw await toConflict(db, actor, checked.vin, error);
      });
    publishVehicleChanged(platform, { id, store: body.store });
    for (const other of others) publishVehicleChanged(platform, { ...other, renamed: true });
    return getVehicle(db, actor, id);
  };
}

/** Turns a constraint violation into a conflict with a field error; returns other errors unchanged. */
export async function toConflict(
  db: VehicleDb,
  actor: Actor,
  vin: string,
  error: unknown,
): Promise<unknown> {
  const constraint = violatedConstraint(error);
  if (constraint === 'stock_units_one_in_stock' || constraint === 'vehicles_vin_key') {
    const message = await duplicateMessage(db, actor, vin);
    return conflict(message, { vin: message });
  }
  if (constraint === 'stock_units_store_stock_key_key') {
    const message = 'Another vehicle in this store has this stock number.';
    return conflict(message, { stockNumber: message });
  }
  return error;
}

/** Throws 409 while a vehicle is in stock. One that left comes back as a new stay. */
export async function assertNotInStock(db: VehicleDb, actor: Actor, vin: string): Promise<void> {
  const found = await db
    .selectFrom('stock_vehicles')
    .select('id')
    .where('vin', '=', vin)
    .where('in_stock', '=', true)
    .executeTakeFirst();
  if (!found) return;
  const message = await duplicateMessage(db, actor, vin);
  throw conflict(message, { vin: message });
}

async function assignNumber(tx: VehicleDb, actor: Actor, body: Body): Promise<string> {
  const { tradedForId, stockNumber, store } = body;
  const sold = tradedForId === undefined ? undefined : await findSold(tx, actor, tradedForId);
  if (stockNumber !== undefined) return stockNumber;
  return sold ? tradeNumber(tx, store, sold) : nextStockNumber(tx, body);
}

async function findSold(tx: VehicleDb, actor: Actor, id: number) {
  const row = await tx
    .selectFrom('stock_vehicles as v')
    .select(['v.stock_number', 'v.traded_for_id'])
    .where('v.id', '=', id)
    .where(inStores('v.store', storesOf(actor)))
    .executeTakeFirst();
  if (row) return row;
  const problem = 'Vehicle not found in your stores';
  throw invalid(`${problem}.`, { tradedForId: problem });
}
