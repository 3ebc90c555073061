import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { createStoreTopic, type StoreTopic } from '../../../platform/server/records/topics.ts';
import { checklistsChanged, jacketChanged } from '../contract/events.ts';
import type { RecordKind } from '../contract/kinds.ts';
import { storesOf } from './policy.ts';

type Parts = Pick<Platform, 'realtime'>;

export const jacketTopics: Record<RecordKind, StoreTopic> = {
  deal: createStoreTopic('deal_jackets', (actor) => storesOf(actor, 'deal')),
  repair_order: createStoreTopic('order_jackets', (actor) => storesOf(actor, 'repair_order')),
  employee: createStoreTopic('personnel_jackets', (actor) => storesOf(actor, 'employee')),
};

/** Only after COMMIT. */
export function publishJacketChanged(
  { realtime }: Parts,
  { record, id, stores }: { record: RecordKind; id: number; stores: readonly Store[] },
): void {
  for (const store of stores) {
    jacketTopics[record].publish(realtime, store, jacketChanged, { record, recordId: id });
  }
}

/** Only after COMMIT. */
export function publishChecklistsChanged({ realtime }: Parts): void {
  realtime.publish('everyone:', checklistsChanged, {});
}
