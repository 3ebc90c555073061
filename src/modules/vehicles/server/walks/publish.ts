import type { Store } from '../../../../platform/contract/access.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { walkChanged } from '../../contract/lot/walks.ts';

/** Only after COMMIT. */
export function publishWalk(
  { realtime }: Pick<Platform, 'realtime'>,
  { id, store }: { id: number; store: Store },
): void {
  realtime.publish(`vehicles:${store}`, walkChanged, { id, store });
}
