import { sql } from 'kysely';
import { conflict, forbidden, invalid, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { inStores } from '../../../platform/server/records/stores.ts';
import { recordActivity } from '../../activity/server/public.ts';
import type * as calls from '../contract/floorplan.ts';
import type { Curtailment } from '../contract/floorplan.ts';
import { titleOf } from '../contract/vehicle.ts';
import { canSeeMoney, storesOf } from './policy.ts';
import { publishVehicleChanged } from './publish.ts';
import { curtailmentColumns } from './record/curtailments.ts';
import { addEvent } from './record/events.ts';
import { bumpVersion, lockVehicle } from './record/find.ts';
import { getToday, type VehicleRow } from './record/rows.ts';
import type { VehicleDb } from './tables.ts';

const assertSeesMoney = (actor: Actor) => {
  if (!canSeeMoney(actor))
    throw forbidden('You need access to financial reports to change curtailments.');
};

/** In the activity log, whose readers may not be allowed to see costs: its entries have no amounts. */
const subjectOf = (row: VehicleRow) => ({
  type: 'vehicle',
  id: row.id,
  name: `${row.stock_number}, ${titleOf(row)}`,
});

/** Adds a part of the principal that the lender wants, or got, on a day. */
export function addCurtailment(platform: Platform): Handler<typeof calls.addCurtailment> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { vehicleId }, body, ip }) => {
    assertSeesMoney(actor);
    const findOwn = async () => {
      const { rows } = await sql<Curtailment>`select ${curtailmentColumns} from stock_curtailments c
        where c.created_by = ${actor.userId} and c.client_id = ${body.clientId}`.execute(db);
      return rows[0];
    };
    const existing = await findOwn();
    if (existing) return existing;
    const car = await db
      .transaction()
      .execute(async (tx) => {
        const row = await lockVehicle(tx, actor, vehicleId);
        const { cents, dueOn, paidOn } = body;
        if (row.floored_on === null) throw conflict('This vehicle has no floorplan.');
        if (dueOn < row.floored_on) {
          const problem = 'Must not be before the floored date';
          throw invalid('A curtailment is due after the floored date.', { dueOn: problem });
        }
        if (paidOn) assertPaidOn(row, paidOn, await getToday(tx));
        await assertWithinPrincipal(tx, row, cents);
        const { id: curtailmentId } = await tx
          .insertInto('stock_curtailments')
          .values({
            client_id: body.clientId,
            unit_id: row.id,
            cents,
            due_on: dueOn,
            paid_on: paidOn,
            created_by: actor.userId,
            paid_by: paidOn ? actor.userId : null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await bumpVersion(tx, row.id);
        await addEvent(tx, row.id, actor.userId, { kind: 'curtailment', cents, dueOn });
        if (paidOn) {
          await addEvent(tx, row.id, actor.userId, { kind: 'curtailment_paid', cents, paidOn });
        }
        await recordActivity(tx, {
          actor,
          action: 'vehicle.curtailment_added',
          subject: subjectOf(row),
          after: { curtailmentId, dueOn, paidOn },
          ip,
        });
        return row;
      })
      .catch(async (error) => {
        // A concurrent repeat of the same request.
        if (await findOwn()) return null;
        throw error;
      });
    if (car) publishVehicleChanged(platform, car);
    const added = await findOwn();
    if (!added) throw notFound();
    return added;
  };
}

export function payCurtailment(platform: Platform): Handler<typeof calls.payCurtailment> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { curtailmentId }, body: { paidOn }, ip }) => {
    assertSeesMoney(actor);
    const unitId = await getUnitId(db, actor, curtailmentId);
    const { car, paid } = await db.transaction().execute(async (tx) => {
      const row = await lockVehicle(tx, actor, unitId);
      assertPaidOn(row, paidOn, await getToday(tx));
      const { rows } = await sql<Curtailment>`update stock_curtailments c
        set paid_on = ${paidOn}, paid_by = ${actor.userId}
        where c.id = ${curtailmentId} and c.paid_on is null returning ${curtailmentColumns}`.execute(
        tx,
      );
      const [changed] = rows;
      if (!changed) throw conflict('This curtailment is already paid.');
      const { cents } = changed;
      await bumpVersion(tx, row.id);
      await addEvent(tx, row.id, actor.userId, { kind: 'curtailment_paid', cents, paidOn });
      await recordActivity(tx, {
        actor,
        action: 'vehicle.curtailment_paid',
        subject: subjectOf(row),
        after: { curtailmentId, dueOn: changed.dueOn, paidOn },
        ip,
      });
      return { car: row, paid: changed };
    });
    publishVehicleChanged(platform, car);
    return paid;
  };
}

export function removeCurtailment(platform: Platform): Handler<typeof calls.removeCurtailment> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { curtailmentId }, ip }) => {
    assertSeesMoney(actor);
    const unitId = await getUnitId(db, actor, curtailmentId);
    const car = await db.transaction().execute(async (tx) => {
      const row = await lockVehicle(tx, actor, unitId);
      const { rows } = await sql<Curtailment>`delete from stock_curtailments c
        where c.id = ${curtailmentId} returning ${curtailmentColumns}`.execute(tx);
      const [removed] = rows;
      if (!removed) throw notFound();
      const { cents, dueOn, paidOn } = removed;
      await bumpVersion(tx, row.id);
      await addEvent(tx, row.id, actor.userId, { kind: 'curtailment_removed', cents });
      await recordActivity(tx, {
        actor,
        action: 'vehicle.curtailment_removed',
        subject: subjectOf(row),
        before: { curtailmentId, dueOn, paidOn },
        ip,
      });
      return row;
    });
    publishVehicleChanged(platform, car);
    return { message: 'Curtailment removed.' };
  };
}

/** The stay of a curtailment; throws 404 unless it is at a store of the actor. */
async function getUnitId(db: VehicleDb, actor: Actor, curtailmentId: number): Promise<number> {
  const row = await db
    .selectFrom('stock_curtailments as c')
    .innerJoin('stock_units as u', 'u.id', 'c.unit_id')
    .select('u.id')
    .where('c.id', '=', curtailmentId)
    .where(inStores('u.store', storesOf(actor)))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.id;
}

function assertPaidOn(row: VehicleRow, paidOn: string, today: string): void {
  const problem =
    paidOn > today
      ? 'Date must not be in the future'
      : paidOn < (row.floored_on ?? paidOn)
        ? 'Must not be before the floored date'
        : null;
  if (problem) throw invalid(`${problem}.`, { paidOn: problem });
}

/** A lender never wants back more than it paid. */
async function assertWithinPrincipal(tx: VehicleDb, row: VehicleRow, cents: number): Promise<void> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(cents), 0)::bigint as sum from stock_curtailments where unit_id = ${row.id}`.execute(
    tx,
  );
  if ((rows[0]?.sum ?? 0) + cents <= (row.floorplan_cents ?? 0)) return;
  const problem = 'Curtailments can’t exceed the principal';
  throw invalid(`${problem}.`, { cents: problem });
}
