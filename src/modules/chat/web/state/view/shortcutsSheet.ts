import { useSyncExternalStore } from 'react';
import { createStore } from '../../../../../platform/web/state/createStore.ts';

const open = createStore(false);

/** Shows or hides the sheet of keyboard shortcuts. */
export function showShortcuts(shown = true): void {
  open.set(shown);
}

export function useShortcutsShown(): boolean {
  return useSyncExternalStore(open.watch, open.get);
}
