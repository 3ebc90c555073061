import { useSyncExternalStore } from 'react';
import type { PunchKind } from '../../contract.ts';

/** An offline punch that has not reached the server yet. */
export interface WaitingPunch {
  clientId: string;
  kind: PunchKind;
  at: string;
  device: string;
  /** Why the server rejected it; shown until the user discards it. */
  refusal?: string;
}

const keyOf = (userId: number) => `forecourt-punches:${userId}`;
const none: readonly WaitingPunch[] = [];
const cache = new Map<number, readonly WaitingPunch[]>();
const watchers = new Set<() => void>();

/** The user's unsent punches in order; they survive reloads. */
export function listWaiting(userId: number): readonly WaitingPunch[] {
  const cached = cache.get(userId);
  if (cached) return cached;
  const stored = readStored(userId);
  cache.set(userId, stored);
  return stored;
}

function readStored(userId: number): readonly WaitingPunch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) && stored.length > 0 ? stored : none;
  } catch {
    // Storage is unavailable or its content is invalid.
    return none;
  }
}

function change(
  userId: number,
  update: (punches: readonly WaitingPunch[]) => readonly WaitingPunch[],
): void {
  // Another tab may have sent or added some in the meantime.
  const stored = readStored(userId);
  const current = stored.length > 0 ? stored : (cache.get(userId) ?? none);
  const next = update(current);
  cache.set(userId, next);
  try {
    if (next.length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(next));
  } catch {
    // Storage is unavailable: they last until the page is closed.
  }
  for (const watcher of watchers) watcher();
}

export const addPunch = (userId: number, punch: WaitingPunch) =>
  change(userId, (punches) => [...punches, punch]);

export const dropPunch = (userId: number, clientId: string) =>
  change(userId, (punches) => punches.filter((punch) => punch.clientId !== clientId));

export const markRejected = (userId: number, clientId: string, refusal: string) =>
  change(userId, (punches) =>
    punches.map((punch) => (punch.clientId === clientId ? { ...punch, refusal } : punch)),
  );

function watch(watcher: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith('forecourt-punches:')) return;
    cache.clear();
    watcher();
  };
  watchers.add(watcher);
  window.addEventListener('storage', onStorage);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('storage', onStorage);
  };
}

export const useWaiting = (userId: number): readonly WaitingPunch[] =>
  useSyncExternalStore(watch, () => listWaiting(userId));
