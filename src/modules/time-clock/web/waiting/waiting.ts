import { useSyncExternalStore } from 'react';
import type { PunchKind } from '../../contract.ts';

/** A punch that was made without a line and has not reached the server yet. */
export interface WaitingPunch {
  clientId: string;
  kind: PunchKind;
  at: string;
  device: string;
  /** Why the server would not have it; it waits for the person to look. */
  refusal?: string;
}

const keyOf = (userId: number) => `forecourt-punches:${userId}`;
const none: readonly WaitingPunch[] = [];
const held = new Map<number, readonly WaitingPunch[]>();
const watchers = new Set<() => void>();

/** Each person's own, in the order they were made; kept by the browser over reloads. */
export function listWaiting(userId: number): readonly WaitingPunch[] {
  const known = held.get(userId);
  if (known) return known;
  const read = readStored(userId);
  held.set(userId, read);
  return read;
}

function readStored(userId: number): readonly WaitingPunch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) && stored.length > 0 ? stored : none;
  } catch {
    // Storage is forbidden, or was written by hand: as good as nothing.
    return none;
  }
}

function change(
  userId: number,
  to: (punches: readonly WaitingPunch[]) => readonly WaitingPunch[],
): void {
  // Another tab may have sent or added some in the meantime.
  const stored = readStored(userId);
  const current = stored.length > 0 ? stored : (held.get(userId) ?? none);
  const next = to(current);
  held.set(userId, next);
  try {
    if (next.length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(next));
  } catch {
    // They then last as long as the page.
  }
  for (const watcher of watchers) watcher();
}

export const keepPunch = (userId: number, punch: WaitingPunch) =>
  change(userId, (punches) => [...punches, punch]);

export const dropPunch = (userId: number, clientId: string) =>
  change(userId, (punches) => punches.filter((one) => one.clientId !== clientId));

export const markRefused = (userId: number, clientId: string, refusal: string) =>
  change(userId, (punches) =>
    punches.map((one) => (one.clientId === clientId ? { ...one, refusal } : one)),
  );

function watch(watcher: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith('forecourt-punches:')) return;
    held.clear();
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
