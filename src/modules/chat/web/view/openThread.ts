import { useSyncExternalStore } from 'react';
import { currentView, watchChatView } from './chatView.ts';

export interface OpenThread {
  channelId: string;
  /** The message the thread hangs on. */
  threadId: string;
}

let current: OpenThread | null = null;
let view = currentView();
const watchers = new Set<() => void>();

/** Shows a thread beside the conversation, or over it where there is no room. */
export function openThread(channelId: string, threadId: string): void {
  change({ channelId, threadId });
}

/** Answers whether one was open. */
export function closeThread(): boolean {
  const wasOpen = current !== null;
  if (wasOpen) change(null);
  return wasOpen;
}

export function useOpenThread(): OpenThread | null {
  return useSyncExternalStore(watch, () => current);
}

// A thread belongs to the view it was opened from: whoever goes elsewhere leaves it.
watchChatView(() => {
  if (view === currentView()) return;
  view = currentView();
  closeThread();
});

function change(next: OpenThread | null): void {
  current = next;
  for (const watcher of [...watchers]) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
