import { useSyncExternalStore } from 'react';

const renewed = new Map<number, number>();
const watchers = new Set<() => void>();

/** Where somebody's picture is, or their initials; another address once it is known to have changed. */
export function useAvatar(userId: number): string {
  const times = useSyncExternalStore(watch, () => renewed.get(userId) ?? 0);
  return `/api/avatar/${userId}${times > 0 ? `?renewed=${times}` : ''}`;
}

/** The picture has changed: whoever shows it asks again. */
export function renewAvatar(userId: number): void {
  renewed.set(userId, (renewed.get(userId) ?? 0) + 1);
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
