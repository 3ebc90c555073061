import type { Actor } from '../../../../platform/server/http/actor.ts';
import { createEventLog } from '../../../../platform/server/records/events.ts';
import { assertVisible } from '../../../../platform/server/records/stores.ts';
import { historyMaxSize, type OrderEvent } from '../../contract.ts';
import { storesOf } from '../policy.ts';
import type { OrdersDb } from '../tables.ts';

const log = createEventLog<OrderEvent['data']>('repair_order_events', 'repair_order_id');

export const { addEvent } = log;

/** One page, newest first. Throws 404 if the actor may not see the order. */
export async function listOrderEvents(
  db: OrdersDb,
  actor: Actor,
  orderId: number,
  before?: number,
): Promise<OrderEvent[]> {
  await assertVisible(db, { table: 'repair_orders', id: orderId, stores: storesOf(actor) });
  return log.listEvents(db, orderId, { before, limit: historyMaxSize });
}
