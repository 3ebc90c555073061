import type { ChatMessage } from '../../contract.ts';
import type { ChannelState, PendingMessage } from './channelState.ts';

/** How long after writing a copy without its client id may still be taken for ours. */
const matchWithinMs = 10_000;

export function addPending(state: ChannelState, message: PendingMessage): ChannelState {
  const others = state.pending.filter(({ clientMsgId }) => clientMsgId !== message.clientMsgId);
  const stored = state.messages.some(({ clientMsgId }) => clientMsgId === message.clientMsgId);
  return stored ? state : { ...state, pending: [...others, message] };
}

export function removePending(state: ChannelState, clientMsgId: string): ChannelState {
  const pending = state.pending.filter((message) => message.clientMsgId !== clientMsgId);
  return pending.length === state.pending.length ? state : { ...state, pending };
}

export function markPending(
  state: ChannelState,
  clientMsgId: string,
  failure: string | null,
): ChannelState {
  const pending = state.pending.map((message) =>
    message.clientMsgId === clientMsgId ? { ...message, failure } : message,
  );
  return { ...state, pending };
}

/** The client ids of those pending messages that `messages` confirm; echo, answer and catch-up alike. */
export function confirmedBy(
  state: ChannelState,
  messages: readonly ChatMessage[],
  me: number,
): string[] {
  if (state.pending.length === 0) return [];
  const open = [...state.pending];
  const confirmed: string[] = [];
  for (const message of messages) {
    if (message.senderId !== me) continue;
    const index = open.findIndex((pending) => isSame(pending, message));
    confirmed.push(...open.splice(index, index < 0 ? 0 : 1).map(({ clientMsgId }) => clientMsgId));
  }
  return confirmed;
}

function isSame(pending: PendingMessage, message: ChatMessage): boolean {
  if (message.clientMsgId) return message.clientMsgId === pending.clientMsgId;
  const apart = Math.abs(Date.parse(message.createdAt) - pending.writtenAt);
  return message.content === pending.content && apart <= matchWithinMs;
}
