import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/outings.ts';
import { canWrite, isManager, storesOf } from '../policy.ts';
import { inStores } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { checkingIn, checkingOut } from './outings.ts';
import { describePlates, findPlateLog, plateAdding } from './plates.ts';
import { findOutings } from './rows.ts';

const outingsAtMost = 500;

/** Who has which car and which plate, since when, and until when. Every outing stays a row. */
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
          outingsAtMost,
        )
      : await findOutings(db, sql`${visible} and o.in_at is null`, sql`o.due_at`, outingsAtMost);
    const write = canWrite(actor);
    return {
      outings,
      serverTime: new Date().toISOString(),
      stores,
      may: { checkOut: write, addPlate: write && isManager(actor) },
    };
  });
  routes.add(calls.checkOut, checkingOut(platform));
  routes.add(calls.checkIn, checkingIn(platform));
  routes.add(calls.listPlates, ({ actor }) => describePlates(db, actor));
  routes.add(calls.addPlate, plateAdding(platform));
  routes.add(calls.getPlateLog, ({ actor, params, query }) =>
    findPlateLog(db, actor, params.plateId, query.at),
  );
}
