import type { Platform } from '../../../platform/server/platform.ts';
import { credentialsChanged } from '../contract/events.ts';

/** Only after COMMIT. */
export function publishChanged({ realtime }: Pick<Platform, 'realtime'>): void {
  realtime.publish('everyone:', credentialsChanged, {});
}
