import type { Platform } from '../../../platform/server/platform.ts';
import { hoursChanged } from '../contract.ts';

/** Notifies all devices of the person, after COMMIT, that their hours changed. */
export function publishHours({ realtime }: Pick<Platform, 'realtime'>, userId: number): void {
  realtime.publish(`user:${userId}`, hoursChanged, { userId });
}
