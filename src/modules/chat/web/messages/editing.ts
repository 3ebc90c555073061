import { useSyncExternalStore } from 'react';

/** Returns the user's last editable message in a list; null if there is none. */
type FindLast = () => string | null;

let editing: string | null = null;
const finders = new Map<string, FindLast>();
const watchers = new Set<() => void>();

/** The message that is being edited; one at a time. */
export function useIsEdited(messageId: string): boolean {
  return useSyncExternalStore(watch, () => editing === messageId);
}

export function requestEdit(messageId: string): void {
  change(messageId);
}

export function endEdit(messageId: string): void {
  if (editing === messageId) change(null);
}

/** Edits the user's last message in a channel or thread; false if none is on screen. */
export function editLast(channelId: string, threadId: string | null = null): boolean {
  const messageId = finders.get(keyOf(channelId, threadId))?.() ?? null;
  if (messageId !== null) change(messageId);
  return messageId !== null;
}

/** Registers how a list on screen finds its last editable message; returns the unregister function. */
export function offerLast(channelId: string, threadId: string | null, find: FindLast): () => void {
  const key = keyOf(channelId, threadId);
  finders.set(key, find);
  return () => {
    if (finders.get(key) === find) finders.delete(key);
  };
}

const keyOf = (channelId: string, threadId: string | null) => `${channelId}/${threadId ?? ''}`;

function change(next: string | null): void {
  editing = next;
  for (const watcher of [...watchers]) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
