import { useSyncExternalStore } from 'react';
import { createStore } from '../../../../../platform/web/state/createStore.ts';

/** Returns the user's last editable message in a list; null if there is none. */
type FindLast = () => string | null;

interface Edit {
  messageId: string;
  /** Kept here, because a row leaves its list when it is scrolled away; null: nothing typed yet. */
  text: string | null;
  /** The user asked to edit, and the box has not taken the focus yet. */
  wantsFocus: boolean;
}

const editing = createStore<Edit | null>(null);
const finders = new Map<string, FindLast>();

/** The message that is being edited; one at a time. */
export function useIsEdited(messageId: string): boolean {
  return useSyncExternalStore(editing.watch, () => findEdit(messageId) !== null, notEdited);
}

/** The edit of this message; null if it is not being edited. */
export function useEdit(messageId: string): Edit | null {
  return useSyncExternalStore(editing.watch, () => findEdit(messageId), noEdit);
}

const notEdited = () => false;
const noEdit = () => null;

function findEdit(messageId: string): Edit | null {
  const edit = editing.get();
  return edit?.messageId === messageId ? edit : null;
}

/** Edits a message, or returns to its edit. */
export function requestEdit(messageId: string): void {
  const text = findEdit(messageId)?.text ?? null;
  editing.set({ messageId, text, wantsFocus: true });
}

export function changeEdit(messageId: string, change: Partial<Omit<Edit, 'messageId'>>): void {
  const edit = findEdit(messageId);
  if (edit) editing.set({ ...edit, ...change });
}

export function endEdit(messageId: string): void {
  if (findEdit(messageId)) editing.set(null);
}

/** Edits the user's last message in a channel or thread; false if none is on screen. */
export function editLast(channelId: string, threadId: string | null = null): boolean {
  const messageId = finders.get(keyOf(channelId, threadId))?.() ?? null;
  if (messageId !== null) requestEdit(messageId);
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
