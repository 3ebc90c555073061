import { useSyncExternalStore } from 'react';
import { createStore } from '../../../../../platform/web/state/createStore.ts';

/** Returns the user's last editable message in a list; null if there is none. */
type FindLast = () => string | null;

const editing = createStore<string | null>(null);
const finders = new Map<string, FindLast>();

/** The message that is being edited; one at a time. */
export function useIsEdited(messageId: string): boolean {
  return useSyncExternalStore(editing.watch, () => editing.get() === messageId, notEdited);
}

const notEdited = () => false;

export function requestEdit(messageId: string): void {
  editing.set(messageId);
}

export function endEdit(messageId: string): void {
  if (editing.get() === messageId) editing.set(null);
}

/** Edits the user's last message in a channel or thread; false if none is on screen. */
export function editLast(channelId: string, threadId: string | null = null): boolean {
  const messageId = finders.get(keyOf(channelId, threadId))?.() ?? null;
  if (messageId !== null) editing.set(messageId);
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
