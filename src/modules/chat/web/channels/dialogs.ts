import { useSyncExternalStore } from 'react';

export type ChannelDialog =
  | { kind: 'create' }
  | { kind: 'browse' }
  | { kind: 'message'; userIds: readonly number[] }
  | { kind: 'members'; channelId: string }
  | { kind: 'details'; channelId: string };

interface OpenDialog {
  dialog: ChannelDialog | null;
  /** Kept while a closed dialog fades out. */
  last: ChannelDialog | null;
  /** Increases with each opening, to reset the dialog's state. */
  opening: number;
}

let state: OpenDialog = { dialog: null, last: null, opening: 0 };
const watchers = new Set<() => void>();

/** Opens a channel dialog from anywhere. */
export function openChannelDialog(dialog: ChannelDialog): void {
  change({ dialog, last: dialog, opening: state.opening + 1 });
}

export function closeChannelDialog(): void {
  change({ ...state, dialog: null });
}

export function useChannelDialog(): OpenDialog {
  return useSyncExternalStore(watch, () => state);
}

function change(next: OpenDialog): void {
  state = next;
  for (const watcher of [...watchers]) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
