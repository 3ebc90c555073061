import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../../../../platform/web/state/createStore.ts';
import { currentView, hasMoved, viewOwner, watchChatView } from './chatView.ts';

export interface OpenThread {
  channelId: string;
  /** The thread's root message. */
  threadId: string;
  /** The reply to navigate to; `at` distinguishes repeated requests. */
  reply?: { messageId: string; at: number };
}

const storageKey = 'forecourt-chat-thread';

let current: OpenThread | null = null;
let view = currentView();
let owner: number | null = null;
let requests = 0;
const watchers = createWatchers();

/** Opens a thread next to the conversation, or over it; optionally at a reply. */
export function openThread(channelId: string, threadId: string, replyId?: string): void {
  requests += 1;
  change({
    channelId,
    threadId,
    ...(replyId !== undefined && { reply: { messageId: replyId, at: requests } }),
  });
}

/** Returns whether a thread was open. */
export function closeThread(): boolean {
  const wasOpen = rememberedThread() !== null;
  if (wasOpen) change(null);
  return wasOpen;
}

/** The open thread; restored after a reload for the same user and view. */
export function rememberedThread(): OpenThread | null {
  if (owner === viewOwner()) return current;
  const isFirst = owner === null && current !== null;
  owner = viewOwner();
  view = currentView();
  // A link was followed: do not restore.
  if (!isFirst) current = hasMoved() ? null : read();
  return current;
}

export const useOpenThread = () => useSyncExternalStore(watchers.watch, rememberedThread, noThread);
const noThread = () => null;

// A thread belongs to the view it was opened from: navigation closes it.
watchChatView(() => {
  if (view === currentView()) return;
  view = currentView();
  closeThread();
});

function change(next: OpenThread | null): void {
  current = next;
  write();
  watchers.notify();
}

function read(): OpenThread | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const isOurs = stored?.me === owner && stored?.view === view;
    return isOurs ? { channelId: stored.channelId, threadId: stored.threadId } : null;
  } catch {
    // Storage is blocked or invalid: no thread is open.
    return null;
  }
}

function write(): void {
  try {
    const { channelId, threadId } = current ?? {};
    const stored = { me: viewOwner(), view: currentView(), channelId, threadId };
    if (current) sessionStorage.setItem(storageKey, JSON.stringify(stored));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is full or blocked: a reload closes the thread.
  }
}
