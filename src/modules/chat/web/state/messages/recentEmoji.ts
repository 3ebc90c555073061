import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../../../../platform/web/state/createStore.ts';

const storageKey = 'forecourt-emoji';
const keptEmoji = 24;
const first = ['👍', '✅', '👀'];

let recent: readonly string[] | undefined;
const watchers = createWatchers();

/** Recent picks in this browser, latest first, filled up with defaults. */
export function useRecentEmoji(): readonly string[] {
  return useSyncExternalStore(watchers.watch, read);
}

export function noteEmoji(emoji: string): void {
  recent = [emoji, ...read().filter((one) => one !== emoji)].slice(0, keptEmoji);
  try {
    localStorage.setItem(storageKey, JSON.stringify(recent));
  } catch {
    // Storage is full or blocked: lasts until the page is left.
  }
  watchers.notify();
}

function read(): readonly string[] {
  recent ??= [...new Set([...stored(), ...first])];
  return recent;
}

function stored(): string[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(parsed)) return [];
    return parsed.filter((one) => typeof one === 'string').slice(0, keptEmoji);
  } catch {
    // Missing or invalid: start with the defaults.
    return [];
  }
}
