import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { createStoreTopic } from '../../../platform/server/records/topics.ts';
import { leadChanged } from '../contract/events.ts';
import { storesOf } from './policy.ts';

export const leadTopic = createStoreTopic('leads', storesOf);

/** Only after COMMIT. */
export function publishChanged(
  { realtime }: Pick<Platform, 'realtime'>,
  ...leads: readonly { id: number; store: Store }[]
): void {
  for (const { id, store } of leads) {
    leadTopic.publish(realtime, store, leadChanged, { id, store });
  }
}
