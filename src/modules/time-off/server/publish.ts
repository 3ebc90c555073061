import type { Platform } from '../../../platform/server/platform.ts';
import { timeOffChanged } from '../contract.ts';

/** Only after COMMIT. Without ids: whose time off it is, is not for everyone. */
export function publishTimeOff({ realtime }: Pick<Platform, 'realtime'>): void {
  realtime.publish('everyone:', timeOffChanged, {});
}
