import { useSyncExternalStore } from 'react';
import { createStore } from '../../../../../platform/web/state/createStore.ts';
import type { Attachment } from '../../../../attachments/contract.ts';
import type { ChatMessage } from '../../../contract.ts';
import type { MessageAction, ViewedMessage } from '../extensions.ts';

/** The open dialog about a message. */
export type ShownDialog =
  | {
      kind: 'delete' | 'forward' | 'readers' | 'react' | 'reactors' | 'voters';
      message: ChatMessage;
    }
  | { kind: 'pictures'; pictures: readonly Attachment[]; first: string; by: string }
  | { kind: 'document'; file: Attachment }
  | { kind: 'extension'; action: MessageAction; viewed: ViewedMessage };

const shown = createStore<ShownDialog | null>(null);

export function showDialog(dialog: ShownDialog | null): void {
  shown.set(dialog);
}

export function useShownDialog(): ShownDialog | null {
  return useSyncExternalStore(shown.watch, shown.get, none);
}

const none = () => null;
