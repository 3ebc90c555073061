import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { createStoreTopic } from '../../../platform/server/records/topics.ts';
import { orderChanged } from '../contract/events.ts';
import { storesOf } from './policy.ts';
import type { OrdersDb } from './tables.ts';

export const orderTopic = createStoreTopic('repair_orders', storesOf);

/** Only after COMMIT. */
export function publishChanged(
  { realtime }: Pick<Platform, 'realtime'>,
  { id, store }: { id: number; store: Store },
): void {
  orderTopic.publish(realtime, store, orderChanged, { id, store });
}

/** To the technicians of its lines, who may not see the orders of the store; `former`: those before the change. */
export async function publishToTechnicians(
  { db, realtime }: Pick<Platform, 'db' | 'realtime'>,
  { id, store }: { id: number; store: Store },
  former: readonly number[] = [],
): Promise<void> {
  const orders: OrdersDb = db;
  const rows = await orders
    .selectFrom('repair_order_lines')
    .select('technician_id')
    .distinct()
    .where('repair_order_id', '=', id)
    .where('technician_id', 'is not', null)
    .execute();
  for (const userId of new Set([...rows.map(({ technician_id }) => technician_id), ...former])) {
    realtime.publish(`user:${userId}`, orderChanged, { id, store });
  }
}
