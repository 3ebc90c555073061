import { sql } from 'kysely';
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type * as calls from '../../contract/outings.ts';
import { storesOf } from '../policy.ts';
import { publishVehicleChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { bumpVersion, lockVehicle } from '../record/find.ts';
import type { VehicleDb } from '../tables.ts';
import { findOutings } from './outings.ts';

export function checkIn(platform: Platform): Handler<typeof calls.checkIn> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { outingId }, body }) => {
    const { milesIn, fuelIn, dataWiped } = body;
    const visible = sql`o.id = ${outingId} and ${inStores('v.store', storesOf(actor))}`;
    const [before] = await findOutings(db, visible, sql`o.id`, 1);
    if (!before) throw notFound();
    const car = await db.transaction().execute(async (tx) => {
      const locked = await lockVehicle(tx, actor, before.vehicle.id);
      if (milesIn < before.milesOut) {
        const problem = `It was checked out with ${before.milesOut.toLocaleString('en-US')} miles`;
        throw invalid(`${problem}.`, { milesIn: problem });
      }
      const { numUpdatedRows } = await tx
        .updateTable('vehicle_outings')
        .set({
          in_at: sql<Date>`greatest(clock_timestamp(), out_at)`,
          miles_in: milesIn,
          fuel_in: fuelIn,
          data_wiped: dataWiped,
          in_by: actor.userId,
        })
        .where('id', '=', outingId)
        .where('in_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw conflict('This vehicle is already checked in.');
      await sql`update stock_units set mileage = ${milesIn} where id = ${locked.id}`.execute(tx);
      await bumpVersion(tx, locked.id);
      await addEvent(tx, locked.id, actor.userId, {
        kind: 'in',
        outing: before.kind,
        miles: milesIn,
      });
      return locked;
    });
    publishVehicleChanged(platform, car);
    const [after] = await findOutings(db, visible, sql`o.id`, 1);
    if (!after) throw notFound();
    return after;
  };
}
