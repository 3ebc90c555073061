import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import {
  type AnyTables,
  type Db,
  violatedConstraint,
} from '../../../../platform/server/db/database.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import {
  assertNoProblem,
  assertWorksAt,
  type FindStaffProblems,
} from '../../../../platform/server/records/staff.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type * as calls from '../../contract/outings.ts';
import { storesOf } from '../policy.ts';
import { publishVehicleChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { assertNotInTransfer, bumpVersion, lockVehicle } from '../record/find.ts';
import type { VehicleRow } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { findOutings } from './outings.ts';

type Body = ValidOf<typeof calls.checkOut>['body'];

export const driveStock = 'drive stock';

/** Checks out a vehicle. Unique constraints prevent concurrent check-outs of one vehicle or plate. */
export function checkOut(
  platform: Platform,
  findDrivingProblems: FindStaffProblems,
): Handler<typeof calls.checkOut> {
  const db: VehicleDb = platform.db;
  return async ({ actor, body }) => {
    const existing = await findByClientId(db, actor, body.clientId);
    if (existing) return existing;
    const car = await db
      .transaction()
      .execute(async (tx) => {
        const { car: taken } = await checkOutVehicle(tx, actor, body);
        const { holderId } = body;
        if (holderId) {
          const choice = { fields: { holderId }, store: taken.store, verb: driveStock };
          await assertNoProblem(tx, findDrivingProblems, choice);
        }
        return taken;
      })
      .catch(async (error) => {
        // Concurrent repeats of one request may violate any of the unique constraints.
        if (violatedConstraint(error) && (await findByClientId(db, actor, body.clientId)))
          return null;
        throw explainCheckOut(error);
      });
    if (car) publishVehicleChanged(platform, car);
    const created = await findByClientId(db, actor, body.clientId);
    if (!created) throw notFound();
    return created;
  };
}

/**
 * Checks out a vehicle in a transaction. Pass what it throws through `explainCheckOut`, and publish the change of the
 * vehicle after COMMIT.
 */
export async function checkOutVehicle(
  anyTx: Db<AnyTables>,
  actor: Actor,
  body: Body,
): Promise<{ outingId: number; car: VehicleRow }> {
  const tx: VehicleDb = anyTx;
  const car = await lockVehicle(tx, actor, body.vehicleId);
  const plateId = body.plateId ?? null;
  assertCanCheckOut(car, body);
  if (plateId !== null) await assertPlate(tx, plateId, car);
  const holder = await getHolder(tx, car, body);
  const { id: outingId } = await tx
    .insertInto('vehicle_outings')
    .values({
      client_id: body.clientId,
      unit_id: car.id,
      store: car.store,
      kind: body.kind,
      plate_id: plateId,
      ...holder,
      holder_phone: body.holderPhone,
      license_last_four: body.licenseLastFour ?? null,
      repair_order: body.repairOrder,
      due_at: new Date(body.dueAt),
      in_at: null,
      miles_out: body.milesOut,
      miles_in: null,
      fuel_out: body.fuelOut,
      fuel_in: null,
      data_wiped: null,
      note: body.note,
      out_by: actor.userId,
      in_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`update stock_units set mileage = ${body.milesOut} where id = ${car.id}`.execute(tx);
  await bumpVersion(tx, car.id);
  await addEvent(tx, car.id, actor.userId, {
    kind: 'out',
    outing: body.kind,
    holder: holder.holder_name,
  });
  return { outingId, car };
}

async function findByClientId(db: VehicleDb, actor: Actor, clientId: string) {
  const byClientId = sql`o.out_by = ${actor.userId} and o.client_id = ${clientId}
    and ${inStores('v.store', storesOf(actor))}`;
  const [found] = await findOutings(db, byClientId, sql`o.id`, 1);
  return found;
}

const maxDurationMs = 366 * 24 * 60 * 60_000;

function assertCanCheckOut(car: VehicleRow, body: Body): void {
  assertNotInTransfer(car);
  if (!car.in_stock) throw conflict('This vehicle is no longer in stock.');
  if (car.place === 'in_transit') throw conflict('This vehicle hasn’t arrived yet.');
  if (body.milesOut < car.mileage) {
    const problem = `The vehicle already had ${car.mileage.toLocaleString('en-US')} miles`;
    throw invalid(`${problem}.`, { milesOut: problem });
  }
  const ahead = Date.parse(body.dueAt) - Date.now();
  if (ahead > 0 && ahead <= maxDurationMs) return;
  const problem = ahead <= 0 ? 'Due time must be in the future' : 'Due time must be within a year';
  throw invalid(`${problem}.`, { dueAt: problem });
}

async function assertPlate(tx: VehicleDb, plateId: number, { store }: VehicleRow): Promise<void> {
  const plate = await tx
    .selectFrom('dealer_plates')
    .select('id')
    .where('id', '=', plateId)
    .where('store', '=', store)
    .executeTakeFirst();
  if (plate) return;
  const problem = 'This store doesn’t have this plate';
  throw invalid(`${problem}.`, { plateId: problem });
}

/** A vehicle is always checked out to a person. */
async function getHolder(tx: VehicleDb, { store }: VehicleRow, body: Body) {
  if (body.holderId === undefined || body.holderId === null) {
    if (body.holderName) return { holder_id: null, holder_name: body.holderName };
    throw invalid('Enter who takes the vehicle.', { holderName: 'Enter who takes the vehicle' });
  }
  const name = await assertWorksAt(tx, body.holderId, store, 'holderId');
  return { holder_id: body.holderId, holder_name: name };
}

/** Turns a constraint violation into a conflict; returns other errors unchanged. */
export function explainCheckOut(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'vehicle_outings_one_of_a_car':
      return conflict('This vehicle is already checked out.');
    case 'vehicle_outings_one_of_a_plate': {
      const message = 'This plate is on another checked-out vehicle.';
      return conflict(message, { plateId: message });
    }
    default:
      return error;
  }
}
