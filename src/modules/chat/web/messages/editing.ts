import { useSyncExternalStore } from 'react';

/** Answers the person's last message there that they may edit; null where there is none. */
type FindLast = () => string | null;

let editing: string | null = null;
const offers = new Map<string, FindLast>();
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

/** Begins to edit one's last message of a channel's timeline or of a thread; false where there is none on screen. */
export function editLast(channelId: string, threadId: string | null = null): boolean {
  const messageId = offers.get(keyOf(channelId, threadId))?.() ?? null;
  if (messageId !== null) change(messageId);
  return messageId !== null;
}

/** A list on screen tells which message would be the last; answers how to take that back. */
export function offerLast(channelId: string, threadId: string | null, find: FindLast): () => void {
  const key = keyOf(channelId, threadId);
  offers.set(key, find);
  return () => {
    if (offers.get(key) === find) offers.delete(key);
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
