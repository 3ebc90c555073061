import { useSyncExternalStore } from 'react';
import { createStore } from '../../../../../platform/web/state/createStore.ts';

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

const none: OpenDialog = { dialog: null, last: null, opening: 0 };
const store = createStore(none);

/** Opens a channel dialog from anywhere. */
export function openChannelDialog(dialog: ChannelDialog): void {
  store.set({ dialog, last: dialog, opening: store.get().opening + 1 });
}

export function closeChannelDialog(): void {
  store.set({ ...store.get(), dialog: null });
}

export function useChannelDialog(): OpenDialog {
  return useSyncExternalStore(store.watch, store.get, () => none);
}
