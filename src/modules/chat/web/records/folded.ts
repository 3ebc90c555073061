import { useSyncExternalStore } from 'react';

const storageKey = 'forecourt-chat-folded-cards';
const maxStored = 500;

let folded: readonly string[] | null = null;
const watchers = new Set<() => void>();

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // Storage is blocked or invalid: show every card.
    return [];
  }
}

/** Whether the cards below a message are collapsed; kept in this browser. */
export function useFolded(messageId: string): [boolean, (fold: boolean) => void] {
  const isFolded = useSyncExternalStore(watch, () => {
    folded ??= read();
    return folded.includes(messageId);
  });
  return [isFolded, (fold) => change(messageId, fold)];
}

function change(messageId: string, fold: boolean): void {
  const others = read().filter((id) => id !== messageId);
  folded = fold ? [...others, messageId].slice(-maxStored) : others;
  try {
    localStorage.setItem(storageKey, JSON.stringify(folded));
  } catch {
    // Storage is full or blocked: lasts until the page is left.
  }
  for (const watcher of [...watchers]) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
