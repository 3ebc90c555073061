import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import { requestChanged } from '../contract.ts';
import type { RequestDb } from './tables.ts';

/** What the room works with, put together once by the module. */
export interface RequestServices {
  platform: Platform;
  db: RequestDb;
  chat: ChatParts;
}

/** Which message, as its caller names it. */
export interface Target {
  channelId: string;
  messageId: string;
}

/**
 * Tells the channel's readers, and those concerned wherever they are: who has not joined a public channel
 * does not hear it.
 */
export function announce(
  { chat, platform }: Pick<RequestServices, 'chat' | 'platform'>,
  { channelId, messageId }: Target,
  concerned: Iterable<number>,
): void {
  const told = { channelId, messageId };
  chat.publish(channelId, requestChanged, told);
  for (const userId of new Set(concerned)) {
    platform.realtime.publish(`user:${userId}`, requestChanged, told);
  }
}
