import type { Platform } from '../../../platform/server/platform.ts';
import { hoursChanged } from '../contract.ts';

/** Tells every device of the person, after COMMIT, that their hours are not what they were. */
export function publishHours({ realtime }: Pick<Platform, 'realtime'>, userId: number): void {
  realtime.publish(`user:${userId}`, hoursChanged, { userId });
}
