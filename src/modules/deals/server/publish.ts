import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { createStoreTopic } from '../../../platform/server/records/topics.ts';
import { dealChanged } from '../contract/events.ts';
import { storesOf } from './policy.ts';

export const dealTopic = createStoreTopic('deals', storesOf);

/** Only after COMMIT. */
export function publishChanged(
  { realtime }: Pick<Platform, 'realtime'>,
  { id, store }: { id: number; store: Store },
): void {
  dealTopic.publish(realtime, store, dealChanged, { id, store });
}
