import { LRUCache } from 'lru-cache';
import type { DataOf } from '../../../../platform/contract/socket.ts';
import type { Connection } from '../../../../platform/server/realtime/connection.ts';
import { typing, type typingFrame } from '../../contract/personal.ts';
import { pairOf } from '../channels/direct.ts';
import { getChannel } from '../channels/find.ts';
import { publishToChannel } from '../channels/live.ts';
import { canRead } from '../channels/policy.ts';
import type { ChatServices } from '../services.ts';

/** Passed on once in this time per person and channel, whatever their tabs send. */
const pauseMs = 2_000;
const remembered = 10_000;

/** Tells the other readers of a channel that somebody writes; what one may not read stays silent. */
export function createTyping({ db, realtime }: ChatServices) {
  const lately = new LRUCache<string, true>({ max: remembered, ttl: pauseMs });
  const open = new LRUCache<string, true>({ max: remembered });

  async function mayWriteIn({ actor, topics }: Connection, channelId: string): Promise<boolean> {
    const pair = pairOf(channelId);
    if (!pair) return topics.has(`channel:${channelId}`);
    if (!canRead(actor, { type: 'direct', people: pair })) return false;
    if (open.has(channelId)) return true;
    const found = await getChannel(db, actor, channelId).catch(() => null);
    if (found?.begun) open.set(channelId, true);
    return found !== null;
  }

  return async (connection: Connection, frame: DataOf<typeof typingFrame>): Promise<void> => {
    const { userId } = connection.actor;
    const { channelId, threadId = null } = frame;
    const key = `${userId} ${channelId}`;
    if (lately.has(key)) return;
    lately.set(key, true);
    if (!(await mayWriteIn(connection, channelId))) return;
    publishToChannel(realtime, channelId, typing, { channelId, threadId, userId });
  };
}
