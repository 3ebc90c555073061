import { useSyncExternalStore } from 'react';
import type { Attachment, ChatMessage } from '../../../contract.ts';
import type { MessageAction, Reading } from '../../extensions/extensions.ts';

/** The open dialog about a message. */
export type ShownDialog =
  | {
      kind: 'delete' | 'forward' | 'readers' | 'react' | 'reactors' | 'voters';
      message: ChatMessage;
    }
  | { kind: 'pictures'; pictures: readonly Attachment[]; first: string; by: string }
  | { kind: 'document'; file: Attachment }
  | { kind: 'extension'; action: MessageAction; reading: Reading };

let shown: ShownDialog | null = null;
const watchers = new Set<() => void>();

export function showDialog(dialog: ShownDialog | null): void {
  shown = dialog;
  for (const watcher of [...watchers]) watcher();
}

export function useShownDialog(): ShownDialog | null {
  return useSyncExternalStore(watch, () => shown);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
