import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/outings.ts';
import { canWrite, isManager, storesOf } from '../policy.ts';
import { inStores } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { checkIn, checkOut } from './outings.ts';
import { addPlate, getPlateLog, listPlates } from './plates.ts';
import { findOutings } from './rows.ts';

const maxOutings = 500;

/** Check-outs of vehicles and dealer plates. Every check-out remains as a row. */
export function addOutings(platform: Platform): void {
  const { routes } = platform;
  const db: VehicleDb = platform.db;
  routes.add(calls.listOutings, async ({ actor, query: { vehicleId } }) => {
    const stores = storesOf(actor);
    const visible = inStores(stores);
    const outings = vehicleId
      ? await findOutings(
          db,
          sql`${visible} and o.vehicle_id = ${vehicleId}`,
          sql`o.out_at desc`,
          maxOutings,
        )
      : await findOutings(db, sql`${visible} and o.in_at is null`, sql`o.due_at`, maxOutings);
    const write = canWrite(actor);
    return {
      outings,
      serverTime: new Date().toISOString(),
      stores,
      may: { checkOut: write, addPlate: write && isManager(actor) },
    };
  });
  routes.add(calls.checkOut, checkOut(platform));
  routes.add(calls.checkIn, checkIn(platform));
  routes.add(calls.listPlates, ({ actor }) => listPlates(db, actor));
  routes.add(calls.addPlate, addPlate(platform));
  routes.add(calls.getPlateLog, ({ actor, params, query }) =>
    getPlateLog(db, actor, params.plateId, query.at),
  );
}
