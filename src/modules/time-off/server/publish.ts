import type { Platform } from '../../../platform/server/platform.ts';
import { timeOffChanged } from '../contract.ts';

/** Only after COMMIT. Without ids, because not everyone may know who is concerned. */
export function publishTimeOff({ realtime }: Pick<Platform, 'realtime'>): void {
  realtime.publish('everyone:', timeOffChanged, {});
}
