import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type * as calls from '../../contract/outings.ts';
import type { Outing } from '../../contract/outings.ts';
import { storesOf } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { listOwners } from '../recon/board.ts';
import { addEvent } from '../record/events.ts';
import { assertStays, bumpVersion, lockVehicle } from '../record/find.ts';
import { inStores, type VehicleRow } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { findOutings } from './rows.ts';

type Out = ValidOf<typeof calls.checkOut>['body'];

/** Hands a car out. Two who hand out one car or one plate at once cannot both: the database forbids it. */
export function checkOut(platform: Platform): Handler<typeof calls.checkOut> {
  const db: VehicleDb = platform.db;
  return async ({ actor, body }) => {
    const known = await findSent(db, actor, body.clientId);
    if (known) return known;
    const car = await db
      .transaction()
      .execute((tx) => handOut(tx, actor, body))
      .catch(async (error) => {
        // The same outing, sent twice at once, is refused by whichever constraint is asked first.
        if (violatedConstraint(error) && (await findSent(db, actor, body.clientId))) return null;
        throw explain(error);
      });
    if (car) publishChanged(platform, car);
    const sent = await findSent(db, actor, body.clientId);
    if (!sent) throw notFound();
    return sent;
  };
}

async function findSent(db: VehicleDb, actor: Actor, clientId: string) {
  const own = sql`o.out_by = ${actor.userId} and o.client_id = ${clientId}
    and ${inStores(storesOf(actor))}`;
  const [found] = await findOutings(db, own, sql`o.id`, 1);
  return found;
}

async function handOut(tx: VehicleDb, actor: Actor, body: Out): Promise<VehicleRow> {
  const car = await lockVehicle(tx, actor, body.vehicleId);
  assertReady(car, body);
  const plateId = body.plateId ?? null;
  if (plateId !== null) await assertPlate(tx, plateId, car);
  const holder = await holderOf(tx, actor, car, body);
  await tx
    .insertInto('vehicle_outings')
    .values({
      client_id: body.clientId,
      vehicle_id: car.id,
      store: car.store,
      kind: body.kind,
      plate_id: plateId,
      ...holder,
      holder_phone: body.holderPhone,
      license_last_four: body.licenseLastFour ?? null,
      repair_order: body.repairOrder,
      due_at: new Date(body.dueAt),
      miles_out: body.milesOut,
      fuel_out: body.fuelOut,
      note: body.note,
      out_by: actor.userId,
      ...{ in_at: null, miles_in: null, fuel_in: null, data_wiped: null, in_by: null },
    })
    .execute();
  await sql`update vehicles set mileage = ${body.milesOut} where id = ${car.id}`.execute(tx);
  await bumpVersion(tx, car.id);
  const event = { kind: 'out', outing: body.kind, holder: holder.holder_name } as const;
  await addEvent(tx, car.id, actor.userId, event);
  return car;
}

const longestMs = 366 * 24 * 60 * 60_000;

function assertReady(car: VehicleRow, body: Out): void {
  assertStays(car);
  if (!car.in_stock) throw conflict('This car has left the stock.');
  if (car.status === 'in_transit') throw conflict('This car has not arrived yet.');
  if (body.milesOut < car.mileage) {
    const problem = `The car had ${car.mileage.toLocaleString('en-US')} miles already`;
    throw invalid(`${problem}.`, { milesOut: problem });
  }
  const ahead = Date.parse(body.dueAt) - Date.now();
  if (ahead > 0 && ahead <= longestMs) return;
  const problem = ahead <= 0 ? 'It must be due in the future' : 'It must be due within a year';
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
  const problem = 'This store has no such plate';
  throw invalid(`${problem}.`, { plateId: problem });
}

/** A place cannot be held responsible: a car always goes to a person. */
async function holderOf(tx: VehicleDb, actor: Actor, { store }: VehicleRow, body: Out) {
  if (body.holderId === undefined || body.holderId === null) {
    if (body.holderName) return { holder_id: null, holder_name: body.holderName };
    throw invalid('Say who takes the car.', { holderName: 'Say who takes the car' });
  }
  const person = (await listOwners(tx, actor, store)).find(({ id }) => id === body.holderId);
  if (person) return { holder_id: person.id, holder_name: person.name };
  const problem = 'This person does not work in the store';
  throw invalid(`${problem}.`, { holderId: problem });
}

function explain(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'vehicle_outings_one_of_a_car':
      return conflict('This car is out already.');
    case 'vehicle_outings_one_of_a_plate': {
      const sentence = 'This plate is on another car that is out.';
      return conflict(sentence, { plateId: sentence });
    }
    default:
      return error;
  }
}

/** Takes a car back. */
export function checkIn(platform: Platform): Handler<typeof calls.checkIn> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params, body }) => {
    const visible = sql`o.id = ${params.outingId} and ${inStores(storesOf(actor))}`;
    const [before] = await findOutings(db, visible, sql`o.id`, 1);
    if (!before) throw notFound();
    const car = await db.transaction().execute((tx) => takeBack(tx, actor, before, body));
    publishChanged(platform, car);
    const [after] = await findOutings(db, visible, sql`o.id`, 1);
    if (!after) throw notFound();
    return after;
  };
}

type In = ValidOf<typeof calls.checkIn>['body'];

async function takeBack(
  tx: VehicleDb,
  actor: Actor,
  { id, vehicle, kind, milesOut }: Outing,
  body: In,
) {
  const car = await lockVehicle(tx, actor, vehicle.id);
  if (body.milesIn < milesOut) {
    const problem = `It went out with ${milesOut.toLocaleString('en-US')} miles`;
    throw invalid(`${problem}.`, { milesIn: problem });
  }
  const { numUpdatedRows } = await tx
    .updateTable('vehicle_outings')
    .set({
      in_at: sql<Date>`greatest(clock_timestamp(), out_at)`,
      miles_in: body.milesIn,
      fuel_in: body.fuelIn,
      data_wiped: body.dataWiped,
      in_by: actor.userId,
    })
    .where('id', '=', id)
    .where('in_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw conflict('This car is back already.');
  await sql`update vehicles set mileage = ${body.milesIn} where id = ${car.id}`.execute(tx);
  await bumpVersion(tx, car.id);
  await addEvent(tx, car.id, actor.userId, { kind: 'in', outing: kind, miles: body.milesIn });
  return car;
}
