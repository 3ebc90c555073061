import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { EventData, VehicleEvent } from '../../contract/history.ts';
import { historyPageSize } from '../../contract/history.ts';
import { canSeeMoney, storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';
import { assertVisible } from './find.ts';

/** Appends to the vehicle’s history, in the transaction of the change itself. */
export async function addEvent(
  tx: VehicleDb,
  vehicleId: number,
  authorId: number,
  { kind, ...data }: EventData,
): Promise<void> {
  await tx
    .insertInto('vehicle_events')
    .values({ vehicle_id: vehicleId, author_id: authorId, kind, data: JSON.stringify(data) })
    .execute();
}

/** Event fields that reveal money. */
const moneyFields: readonly string[] = ['cost', 'pack', 'floorplan', 'estimate', 'actual'];

interface EventRow {
  id: number;
  at: Date;
  shown_name: string;
  kind: EventData['kind'];
  data: object;
}

/** One page, newest first. Throws 404 if the actor may not see the vehicle. */
export async function listHistory(
  db: VehicleDb,
  actor: Actor,
  vehicleId: number,
  before = 2_147_483_647,
): Promise<VehicleEvent[]> {
  await assertVisible(db, storesOf(actor), vehicleId);
  const { rows } = await sql<EventRow>`
    select e.id, e.at, e.kind, e.data, u.shown_name
    from vehicle_events e join users u on u.id = e.author_id
    where e.vehicle_id = ${vehicleId} and e.id < ${before}
    order by e.id desc limit ${historyPageSize}`.execute(db);
  const events = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.shown_name,
    data: { kind: row.kind, ...row.data } as EventData,
  }));
  return canSeeMoney(actor) ? events : events.flatMap(withoutMoney);
}

function withoutMoney(event: VehicleEvent): VehicleEvent[] {
  if (event.data.kind !== 'changed') return [event];
  const fields = event.data.fields.filter(({ name }) => !moneyFields.includes(name));
  return fields.length > 0 ? [{ ...event, data: { kind: 'changed', fields } }] : [];
}
