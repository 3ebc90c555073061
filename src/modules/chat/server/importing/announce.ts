import type { Platform } from '../../../../platform/server/platform.ts';
import { publishChange } from '../channels/live.ts';
import { announceMembers } from '../channels/members/announce.ts';

interface Moved {
  channelId: string;
  joined?: readonly number[];
  left?: readonly number[];
}

/**
 * Tells, after COMMIT, that a channel of the past is there, has more in it, or is gone, and whose it became or
 * no longer is: open browsers ask again. Nobody is told what was said.
 */
export function announceImported(platform: Platform, moved: Moved): void {
  const { db, bus, realtime } = platform;
  if (moved.joined?.length || moved.left?.length) announceMembers({ db, bus, realtime }, moved);
  else publishChange(realtime, moved.channelId);
}
