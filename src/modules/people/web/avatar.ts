import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../../platform/web/state/createStore.ts';
import { useScheme } from '../../../platform/web/theme/theme.ts';

const versions = new Map<number, number>();
const watchers = createWatchers();

/** The URL of a person's photo or initials; changes with the theme, and when the photo is known to have changed. */
export function useAvatar(userId: number): string {
  const version = useSyncExternalStore(
    watchers.watch,
    () => versions.get(userId) ?? 0,
    firstVersion,
  );
  const scheme = useScheme();
  return `/api/avatar/${userId}?scheme=${scheme}${version > 0 ? `&renewed=${version}` : ''}`;
}

const firstVersion = () => 0;

/** Makes every place that shows the photo load it again. */
export function renewAvatar(userId: number): void {
  versions.set(userId, (versions.get(userId) ?? 0) + 1);
  watchers.notify();
}
