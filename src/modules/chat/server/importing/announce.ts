import type { Platform } from '../../../../platform/server/platform.ts';
import { publishChange } from '../channels/live.ts';
import { announceMembers } from '../channels/members/announce.ts';

interface ImportedChange {
  channelId: string;
  joined?: readonly number[];
  left?: readonly number[];
}

/**
 * Publishes, after COMMIT, that an imported channel was created, extended or removed, so that open
 * browsers refetch. Sends no notifications.
 */
export function announceImported(platform: Platform, change: ImportedChange): void {
  const { db, bus, realtime } = platform;
  if (change.joined?.length || change.left?.length) announceMembers({ db, bus, realtime }, change);
  else publishChange(realtime, change.channelId);
}
