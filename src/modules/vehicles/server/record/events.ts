import type { Actor } from '../../../../platform/server/http/actor.ts';
import { createEventLog } from '../../../../platform/server/records/events.ts';
import { assertVisible } from '../../../../platform/server/records/stores.ts';
import { type EventData, historyPageSize, type VehicleEvent } from '../../contract/history.ts';
import { canSeeMoney, storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';

const log = createEventLog<EventData>('vehicle_events', 'vehicle_id');

export const { addEvent } = log;

/** Event fields that reveal money. */
const moneyFields: readonly string[] = ['cost', 'pack', 'floorplan', 'estimate', 'actual'];

/** One page, newest first. Throws 404 if the actor may not see the vehicle. */
export async function listHistory(
  db: VehicleDb,
  actor: Actor,
  vehicleId: number,
  before?: number,
): Promise<VehicleEvent[]> {
  await assertVisible(db, { table: 'vehicles', id: vehicleId, stores: storesOf(actor) });
  const events = await log.listEvents(db, vehicleId, { before, limit: historyPageSize });
  return canSeeMoney(actor) ? events : events.flatMap(withoutMoney);
}

function withoutMoney(event: VehicleEvent): VehicleEvent[] {
  if (event.data.kind !== 'changed') return [event];
  const fields = event.data.fields.filter(({ name }) => !moneyFields.includes(name));
  return fields.length > 0 ? [{ ...event, data: { kind: 'changed', fields } }] : [];
}
