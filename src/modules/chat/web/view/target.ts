import { useSyncExternalStore } from 'react';
import { openView } from './chatView.ts';

/** The message somebody was sent to. */
export interface Target {
  channelId: string;
  /** Empty where only its place is known. */
  messageId: string;
  /** Its place in the channel's timeline, where it is known. */
  seq?: number;
  /** When: the same message may be asked for twice. */
  at: number;
}

let target: Target | null = null;
let asked = 0;
const watchers = new Set<() => void>();

/** Goes to a message, by its id or its place in the channel; the conversation comes along. */
export function openMessage(
  channelId: string,
  message: string | number | { id: string; seq: number | null },
): void {
  asked += 1;
  const place = typeof message === 'object' ? message.seq : message;
  target = {
    channelId,
    messageId: idOf(message),
    ...(typeof place === 'number' && { seq: place }),
    at: asked,
  };
  openView(channelId);
  for (const watcher of [...watchers]) watcher();
}

/** The message to show in this channel; null while nobody asked for one. */
export function useTarget(channelId: string): Target | null {
  const held = useSyncExternalStore(watch, () => target);
  return held?.channelId === channelId ? held : null;
}

/** It was reached, or cannot be: coming back to the channel does not go there again. */
export function clearTarget(reached: Target): void {
  if (target !== reached) return;
  target = null;
  for (const watcher of [...watchers]) watcher();
}

/** The message one was at when one went elsewhere, by channel; none where that was the end. */
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

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
