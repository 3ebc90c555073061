import { useSyncExternalStore } from 'react';
import { createStore } from '../../../../../platform/web/state/createStore.ts';
import { openView } from './chatView.ts';

/** The message to navigate to. */
export interface Target {
  channelId: string;
  /** Empty if only its position is known. */
  messageId: string;
  /** Its position in the channel's timeline, if known. */
  seq?: number;
  /** Distinguishes repeated requests for the same message. */
  at: number;
}

const target = createStore<Target | null>(null);
let requests = 0;

/** Opens a message's conversation and navigates to it, by id or position. */
export function openMessage(
  channelId: string,
  message: string | number | { id: string; seq: number | null },
): void {
  openView(channelId);
  requests += 1;
  const place = typeof message === 'object' ? message.seq : message;
  target.set({
    channelId,
    messageId: idOf(message),
    ...(typeof place === 'number' && { seq: place }),
    at: requests,
  });
}

/** The message to show in this channel, if any. */
export function useTarget(channelId: string): Target | null {
  const current = useSyncExternalStore(target.watch, target.get, noTarget);
  return current?.channelId === channelId ? current : null;
}

const noTarget = () => null;

/** Reached, or unreachable: do not navigate there again. */
export function clearTarget(reached: Target): void {
  if (target.get() === reached) target.set(null);
}

/** The last scroll position by channel, as a message id; none at the end. */
const left = new Map<string, string>();

export function leaveAt(channelId: string, messageId: string | null): void {
  if (messageId === null) left.delete(channelId);
  else left.set(channelId, messageId);
}

export const leftAt = (channelId: string): string | undefined => left.get(channelId);

function idOf(message: string | number | { id: string }): string {
  if (typeof message === 'object') return message.id;
  return typeof message === 'string' ? message : '';
}
