import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { createStoreTopic } from '../../../platform/server/records/topics.ts';
import { visitChanged } from '../contract.ts';
import { storesOf } from './policy.ts';

export const showroomTopic = createStoreTopic('showroom', storesOf);

/** Only after COMMIT. */
export function publishVisit(
  { realtime }: Pick<Platform, 'realtime'>,
  { id, store }: { id: number; store: Store },
): void {
  showroomTopic.publish(realtime, store, visitChanged, { id, store });
}
