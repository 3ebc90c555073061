import type { Db } from '../../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../../platform/server/platform.ts';
import type { ChatTables } from '../../tables.ts';
import { publishChange } from '../../writing/publish.ts';

/** What changing a channel needs to write and publish. */
export interface ChannelPublisher extends Pick<Platform, 'bus' | 'realtime'> {
  db: Db<ChatTables>;
}

/** People joined or left a channel: every instance updates their subscriptions. */
export const membersChanged = 'chat.members_changed';
export interface MembersChanged {
  channelId: string;
  joined: readonly number[];
  left: readonly number[];
}

/** A team channel was created: every instance subscribes the connected members of the team. */
export const teamChannelOpened = 'chat.team_channel_opened';
export interface TeamChannelOpened {
  channelId: string;
}

/** Publishes, after COMMIT, who joined and left; those who left receive nothing from here on. */
export function announceMembers(
  { bus, realtime }: ChannelPublisher,
  { channelId, joined = [], left = [] }: Partial<MembersChanged> & { channelId: string },
): void {
  if (joined.length === 0 && left.length === 0) return;
  bus.publish(membersChanged, { channelId, joined, left } satisfies MembersChanged);
  publishChange(realtime, channelId);
}
