import { useSyncExternalStore } from 'react';
import { currentView, hasMoved, viewOwner, watchChatView } from './chatView.ts';

export interface OpenThread {
  channelId: string;
  /** The message the thread hangs on. */
  threadId: string;
  /** The reply somebody was sent to; `at` tells one asking from the next. */
  reply?: { messageId: string; at: number };
}

const storageKey = 'forecourt-chat-thread';

let current: OpenThread | null = null;
let view = currentView();
let owner: number | null = null;
let asked = 0;
const watchers = new Set<() => void>();

/** Shows a thread beside the conversation, or over it where there is no room; perhaps one reply of it. */
export function openThread(channelId: string, threadId: string, replyId?: string): void {
  asked += 1;
  change({
    channelId,
    threadId,
    ...(replyId !== undefined && { reply: { messageId: replyId, at: asked } }),
  });
}

/** Answers whether one was open. */
export function closeThread(): boolean {
  const wasOpen = rememberedThread() !== null;
  if (wasOpen) change(null);
  return wasOpen;
}

/** The thread that is open; after a reload the one that was, for the same person in the same place. */
export function rememberedThread(): OpenThread | null {
  if (owner === viewOwner()) return current;
  const isFirst = owner === null && current !== null;
  owner = viewOwner();
  view = currentView();
  // Whoever was sent somewhere by a link wants to see that.
  if (!isFirst) current = hasMoved() ? null : read();
  return current;
}

export const useOpenThread = () => useSyncExternalStore(watch, rememberedThread);

// A thread belongs to the view it was opened from: whoever goes elsewhere leaves it.
watchChatView(() => {
  if (view === currentView()) return;
  view = currentView();
  closeThread();
});

function change(next: OpenThread | null): void {
  current = next;
  write();
  for (const watcher of [...watchers]) watcher();
}

function read(): OpenThread | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const isOurs = kept?.me === owner && kept?.view === view;
    return isOurs ? { channelId: kept.channelId, threadId: kept.threadId } : null;
  } catch {
    // Not ours, or not readable: then none is open.
    return null;
  }
}

function write(): void {
  try {
    const { channelId, threadId } = current ?? {};
    const kept = { me: viewOwner(), view: currentView(), channelId, threadId };
    if (current) sessionStorage.setItem(storageKey, JSON.stringify(kept));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage a reload closes it.
  }
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
