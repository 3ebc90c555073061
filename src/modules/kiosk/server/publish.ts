import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { createStoreTopic } from '../../../platform/server/records/topics.ts';
import { kiosksChanged } from '../contract/devices.ts';
import { kioskStores } from './policy.ts';

export const kioskTopic = createStoreTopic('kiosks', kioskStores);

/** Only after COMMIT. */
export function publishKiosks({ realtime }: Pick<Platform, 'realtime'>, store: Store): void {
  kioskTopic.publish(realtime, store, kiosksChanged, { store });
}
