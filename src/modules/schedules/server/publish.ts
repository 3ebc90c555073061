import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import { createStoreTopic } from '../../../platform/server/records/topics.ts';
import { scheduleChanged } from '../contract/events.ts';

export const scheduleTopic = createStoreTopic('schedules', (actor) => ownStores(actor));

/** To those of the store, and to people whose own shifts changed. Only after COMMIT. */
export function publishSchedule(
  { realtime }: Pick<Platform, 'realtime'>,
  store: Store,
  userIds: Iterable<number> = [],
): void {
  scheduleTopic.publish(realtime, store, scheduleChanged, {});
  for (const userId of new Set(userIds)) {
    realtime.publish(`user:${userId}`, scheduleChanged, {});
  }
}
