import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import { requestChanged } from '../contract.ts';
import type { RequestDb } from './tables.ts';

/** What the module's functions need, created once at startup. */
export interface RequestServices {
  platform: Platform;
  db: RequestDb;
  chat: ChatParts;
}

/** The message of a request. */
export interface Target {
  channelId: string;
  messageId: string;
}

/**
 * Publishes the change to the channel's members, and to the people involved, who may not have joined a public
 * channel.
 */
export function publishChange(
  { chat, platform }: Pick<RequestServices, 'chat' | 'platform'>,
  { channelId, messageId }: Target,
  userIds: Iterable<number>,
): void {
  const payload = { channelId, messageId };
  chat.publish(channelId, requestChanged, payload);
  for (const userId of new Set(userIds)) {
    platform.realtime.publish(`user:${userId}`, requestChanged, payload);
  }
}
