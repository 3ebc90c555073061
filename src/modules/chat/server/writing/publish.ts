import type { AnySocketEvent, DataOf } from '../../../../platform/contract/socket.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { channelChanged } from '../../contract/channels.ts';
import { type ChatMessage, newMessage } from '../../contract.ts';
import { pairOf } from '../access/direct.ts';

type Realtime = Platform['realtime'];

/** Publishes a committed change to every reader of a channel. */
export function publishToChannel<E extends AnySocketEvent>(
  realtime: Realtime,
  channelId: string,
  event: E,
  data: DataOf<E>,
): void {
  const pair = pairOf(channelId);
  const topics = pair ? new Set(pair.map((id) => `user:${id}`)) : [`channel:${channelId}`];
  for (const topic of topics) realtime.publish(topic, event, data);
}

export function publishMessage(realtime: Realtime, message: ChatMessage): void {
  publishToChannel(realtime, message.channelId, newMessage, frameOf(message));
}

/** Publishes only to the sender's sockets: the acknowledgement of the first send may have been lost. */
export function publishAgain(realtime: Realtime, message: ChatMessage): void {
  realtime.publish(`user:${message.senderId}`, newMessage, frameOf(message));
}

// Each change of a channel increases its revision by one.
export const frameOf = (message: ChatMessage) => ({ ...message, prevRev: message.rev - 1 });

/** Publishes that a channel or its members changed. */
export function publishChange(realtime: Realtime, channelId: string): void {
  publishToChannel(realtime, channelId, channelChanged, { channelId });
}
