import { sql } from 'kysely';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type * as calls from '../../contract/lot/transit.ts';
import { canWrite, storesOf } from '../policy.ts';
import { getToday, selectRows, toVehicle, type VehicleRow } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';

/** More are never under way to a group of a few stores. */
const maxRows = 500;

/** What is on its way. Sold ones come first, by the day their buyer is promised them; then the longest under way. */
export async function listInTransit(
  db: VehicleDb,
  actor: Actor,
): Promise<AnswerOf<typeof calls.listInTransit>> {
  const { rows } = await sql<VehicleRow>`${selectRows(await getToday(db))}
    where ${inStores('v.store', storesOf(actor))} and v.in_stock and v.place = 'in_transit'
    order by (v.status = 'sold') desc, v.deliver_on, v.acquired_on, v.id limit ${maxRows}`.execute(
    db,
  );
  return {
    vehicles: rows.map((row) => toVehicle(row, actor)),
    may: { receive: canWrite(actor) },
  };
}
