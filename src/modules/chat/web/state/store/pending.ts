import type { ChatMessage } from '../../../contract.ts';
import type { PendingMessage } from './channelState.ts';

/** How long a stored message without client id may match a pending one. */
const matchWithinMs = 10_000;

/** Pending messages, in the order written or retried. */
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

/** The pending messages shown after a channel's timeline. */
export function inChannel(pending: readonly PendingMessage[], channelId: string) {
  return pending.filter(
    (message) =>
      message.channelId === channelId && (message.threadId === null || message.alsoToChannel),
  );
}

export function inThread(pending: readonly PendingMessage[], threadId: string) {
  return pending.filter((message) => message.threadId === threadId);
}

/** `current` if it is equal to `list`, to avoid rendering again. */
export function sameOr(current: readonly PendingMessage[], list: readonly PendingMessage[]) {
  const same =
    current.length === list.length && current.every((message, at) => message === list[at]);
  return same ? current : list;
}

/** The pending messages confirmed by `messages`, whether by echo, reply or sync. */
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
