import { useSyncExternalStore } from 'react';

const storageKey = 'forecourt-emoji';
const keptEmoji = 24;
const first = ['👍', '✅', '👀'];

let recent: readonly string[] | undefined;
const watchers = new Set<() => void>();

/** What was picked in this browser, the latest first, filled up with what most people pick. */
export function useRecentEmoji(): readonly string[] {
  return useSyncExternalStore(watch, read);
}

export function noteEmoji(emoji: string): void {
  recent = [emoji, ...read().filter((one) => one !== emoji)].slice(0, keptEmoji);
  try {
    localStorage.setItem(storageKey, JSON.stringify(recent));
  } catch {
    // Storage is full or forbidden: they are kept until the page is left.
  }
  for (const watcher of [...watchers]) watcher();
}

function read(): readonly string[] {
  recent ??= [...new Set([...stored(), ...first])];
  return recent;
}

function stored(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((one) => typeof one === 'string').slice(0, keptEmoji);
  } catch {
    // Not ours, or not readable: one begins with the usual ones.
    return [];
  }
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
