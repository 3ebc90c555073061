import type { ChatMessage } from '../../contract.ts';
import type { PendingMessage } from './channelState.ts';

/** How long after writing a copy without its client id may still be taken for ours. */
const matchWithinMs = 10_000;

/** Messages on their way, in the order they were written or tried again. */
export function withPending(
  pending: readonly PendingMessage[],
  message: PendingMessage,
): readonly PendingMessage[] {
  return [...withoutPending(pending, message.clientMsgId), message];
}

export function withoutPending(
  pending: readonly PendingMessage[],
  clientMsgId: string,
): readonly PendingMessage[] {
  return pending.filter((message) => message.clientMsgId !== clientMsgId);
}

/** What of it is shown after a channel's timeline. */
export function inChannel(pending: readonly PendingMessage[], channelId: string) {
  return pending.filter(
    (message) =>
      message.channelId === channelId && (message.threadId === null || message.alsoToChannel),
  );
}

export function inThread(pending: readonly PendingMessage[], threadId: string) {
  return pending.filter((message) => message.threadId === threadId);
}

/** `held` where it is the same list already, so that nothing is drawn again. */
export function sameOr(held: readonly PendingMessage[], list: readonly PendingMessage[]) {
  const same = held.length === list.length && held.every((message, at) => message === list[at]);
  return same ? held : list;
}

/** Those pending messages that `messages` confirm; echo, answer and catch-up alike. */
export function confirmedBy(
  pending: readonly PendingMessage[],
  messages: readonly ChatMessage[],
  me: number,
): PendingMessage[] {
  const open = [...pending];
  const confirmed: PendingMessage[] = [];
  for (const message of messages) {
    if (message.senderId !== me || open.length === 0) continue;
    const index = open.findIndex((one) => isSame(one, message));
    confirmed.push(...open.splice(index, index < 0 ? 0 : 1));
  }
  return confirmed;
}

function isSame(pending: PendingMessage, message: ChatMessage): boolean {
  if (message.clientMsgId) return message.clientMsgId === pending.clientMsgId;
  if (message.channelId !== pending.channelId || message.threadId !== pending.threadId)
    return false;
  const apart = Math.abs(Date.parse(message.createdAt) - pending.writtenAt);
  return message.content === pending.content && apart <= matchWithinMs;
}
