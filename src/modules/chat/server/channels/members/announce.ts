import type { Db } from '../../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../../platform/server/platform.ts';
import type { ChatTables } from '../../tables.ts';
import { publishChange } from '../live.ts';

/** What changing a channel works with: where it is written, and who is told. */
export interface ChannelPublisher extends Pick<Platform, 'bus' | 'realtime'> {
  db: Db<ChatTables>;
}

/** People came into a channel or went: every instance lets their connections hear it, or no longer. */
export const membersChanged = 'chat.members_changed';
export interface MembersChanged {
  channelId: string;
  joined: readonly number[];
  left: readonly number[];
}

/** A team got a channel: `{ channelId }`. Every instance finds out who of its people are of the team. */
export const teamChannelOpened = 'chat.team_channel_opened';
export interface TeamChannelOpened {
  channelId: string;
}

/** Tells, after COMMIT, who came and who went; whoever went hears nothing more from here on. */
export function announceMembers(
  { bus, realtime }: ChannelPublisher,
  { channelId, joined = [], left = [] }: Partial<MembersChanged> & { channelId: string },
): void {
  if (joined.length === 0 && left.length === 0) return;
  bus.publish(membersChanged, { channelId, joined, left } satisfies MembersChanged);
  publishChange(realtime, channelId);
}
