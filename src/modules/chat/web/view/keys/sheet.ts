import { useSyncExternalStore } from 'react';

let open = false;
const watchers = new Set<() => void>();

/** Shows or hides the sheet of keyboard shortcuts. */
export function showShortcuts(shown = true): void {
  open = shown;
  for (const watcher of [...watchers]) watcher();
}

export function useShortcutsShown(): boolean {
  return useSyncExternalStore(watch, () => open);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
