import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { createEventLog } from '../../../../platform/server/records/events.ts';
import { assertVisible, inStores } from '../../../../platform/server/records/stores.ts';
import { type EventData, historyPageSize, type VehicleEvent } from '../../contract/history.ts';
import { canSeeMoney, storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';

const log = createEventLog<EventData>('vehicle_events', 'unit_id');

export const { addEvent } = log;

/** Events and event fields that reveal money. */
const moneyKinds: readonly EventData['kind'][] = [
  'curtailment',
  'curtailment_paid',
  'curtailment_removed',
];
const moneyFields: readonly string[] = ['cost', 'pack', 'floorplan', 'estimate', 'actual'];

interface EventRow {
  id: number;
  at: Date;
  by: string;
  kind: string;
  data: object;
  stay: string | null;
}

/** One page over all stays at stores of the actor, newest first. Throws 404 if the actor may not see this one. */
export async function listHistory(
  db: VehicleDb,
  actor: Actor,
  unitId: number,
  before?: number,
): Promise<VehicleEvent[]> {
  const stores = storesOf(actor);
  await assertVisible(db, { table: 'stock_units', id: unitId, stores });
  const { rows } = await sql<EventRow>`
    select e.id, e.at, e.kind, e.data, author.shown_name as by,
      case when u.id <> ${unitId} then u.stock_number end as stay
    from stock_units u join vehicle_events e on e.unit_id = u.id
      left join users author on author.id = e.author_id
    where u.vehicle_id = (select vehicle_id from stock_units where id = ${unitId})
      and ${inStores('u.store', stores)} and ${before === undefined ? sql`true` : sql`e.id < ${before}`}
    order by e.id desc limit ${historyPageSize}`.execute(db);
  const events = rows.map(({ id, at, by, stay, kind, data }) => ({
    id,
    at: at.toISOString(),
    by,
    stay,
    data: { kind, ...data } as EventData,
  }));
  return canSeeMoney(actor) ? events : events.flatMap(withoutMoney);
}

function withoutMoney(event: VehicleEvent): VehicleEvent[] {
  if (moneyKinds.includes(event.data.kind)) return [];
  if (event.data.kind !== 'changed') return [event];
  const fields = event.data.fields.filter(({ name }) => !moneyFields.includes(name));
  return fields.length > 0 ? [{ ...event, data: { kind: 'changed', fields } }] : [];
}
