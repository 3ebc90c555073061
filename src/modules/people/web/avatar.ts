import { useSyncExternalStore } from 'react';

const versions = new Map<number, number>();
const watchers = new Set<() => void>();

/** The URL of a person's photo or initials; changes when the photo is known to have changed. */
export function useAvatar(userId: number): string {
  const version = useSyncExternalStore(watch, () => versions.get(userId) ?? 0);
  return `/api/avatar/${userId}${version > 0 ? `?renewed=${version}` : ''}`;
}

/** Makes every place that shows the photo load it again. */
export function renewAvatar(userId: number): void {
  versions.set(userId, (versions.get(userId) ?? 0) + 1);
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
