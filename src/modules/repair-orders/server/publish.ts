import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { createStoreTopic } from '../../../platform/server/records/topics.ts';
import { orderChanged } from '../contract/events.ts';
import { storesOf } from './policy.ts';

export const orderTopic = createStoreTopic('repair_orders', storesOf);

/** Only after COMMIT. */
export function publishChanged(
  { realtime }: Pick<Platform, 'realtime'>,
  { id, store }: { id: number; store: Store },
): void {
  orderTopic.publish(realtime, store, orderChanged, { id, store });
}
