import { LRUCache } from 'lru-cache';
import type { DataOf } from '../../../../platform/contract/socket.ts';
import type { Connection } from '../../../../platform/server/realtime/connection.ts';
import { typing, type typingFrame } from '../../contract/personal.ts';
import { pairOf } from '../access/direct.ts';
import { getChannel } from '../access/find.ts';
import { canRead } from '../access/policy.ts';
import type { ChatServices } from '../services.ts';
import { publishToChannel } from '../writing/publish.ts';

/** Forwarded at most once in this time per user and channel. */
const pauseMs = 2_000;
const remembered = 10_000;

/** Publishes typing to the readers of a channel; ignored for channels the user cannot read. */
export function createTyping({ db, realtime }: ChatServices) {
  const recent = new LRUCache<string, true>({ max: remembered, ttl: pauseMs });
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

  return async (connection: Connection, data: DataOf<typeof typingFrame>): Promise<void> => {
    const { userId } = connection.actor;
    const { channelId, threadId = null } = data;
    const key = `${userId} ${channelId}`;
    if (recent.has(key)) return;
    recent.set(key, true);
    if (!(await mayWriteIn(connection, channelId))) return;
    publishToChannel(realtime, channelId, typing, { channelId, threadId, userId });
  };
}
