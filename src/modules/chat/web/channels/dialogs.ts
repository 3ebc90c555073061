import { useSyncExternalStore } from 'react';

export type ChannelDialog =
  | { kind: 'create' }
  | { kind: 'browse' }
  | { kind: 'message'; userIds: readonly number[] }
  | { kind: 'members'; channelId: string }
  | { kind: 'details'; channelId: string };

interface OpenDialog {
  dialog: ChannelDialog | null;
  /** Closed dialogs fade away with what they showed. */
  last: ChannelDialog | null;
  /** Each opening begins anew. */
  opening: number;
}

let held: OpenDialog = { dialog: null, last: null, opening: 0 };
const watchers = new Set<() => void>();

/** Opens one of the dialogs around channels, from wherever it was asked for. */
export function openChannelDialog(dialog: ChannelDialog): void {
  change({ dialog, last: dialog, opening: held.opening + 1 });
}

export function closeChannelDialog(): void {
  change({ ...held, dialog: null });
}

export function useChannelDialog(): OpenDialog {
  return useSyncExternalStore(watch, () => held);
}

function change(next: OpenDialog): void {
  held = next;
  for (const watcher of [...watchers]) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
