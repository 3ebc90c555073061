import type { Platform } from '../../../platform/server/platform.ts';
import type { Connection } from '../../../platform/server/realtime/connection.ts';
import { type ChatMessage, newMessage } from '../contract.ts';
import { pairOf } from './direct.ts';
import type { FixedChannels } from './fixed-channels.ts';
import { canRead } from './policy.ts';

type Realtime = Platform['realtime'];

/** Lets every connection hear the fixed channels its person may read, as their rights change. */
export function followChannels(realtime: Realtime, fixed: FixedChannels): void {
  realtime.declareTopic('channel', async (actor, id) => {
    const type = (await fixed()).get(id);
    return type !== undefined && canRead(actor, { type, people: [] });
  });

  // Rights may change before somebody has said `auth`, and on sockets that carry nothing but rights.
  const following = new WeakSet<Connection>();
  async function follow(connection: Connection): Promise<void> {
    for (const id of (await fixed()).keys()) await realtime.subscribe(connection, `channel:${id}`);
  }
  realtime.onConnect(async (connection) => {
    following.add(connection);
    await follow(connection);
  });
  realtime.onRightsChange(async (connection) => {
    if (following.has(connection)) await follow(connection);
  });
}

/** Tells every reader of a message that was just committed. */
export function publishMessage(realtime: Realtime, message: ChatMessage): void {
  const pair = pairOf(message.channelId);
  const topics = pair ? new Set(pair.map((id) => `user:${id}`)) : [`channel:${message.channelId}`];
  for (const topic of topics) realtime.publish(topic, newMessage, frameOf(message));
}

/** Tells only the sender's own sockets: the acknowledgement of a repeated send may be the lost one. */
export function publishAgain(realtime: Realtime, message: ChatMessage): void {
  realtime.publish(`user:${message.senderId}`, newMessage, frameOf(message));
}

// Each change of a channel moves its revision by one.
const frameOf = (message: ChatMessage) => ({ ...message, prevRev: message.rev - 1 });
