import { useSyncExternalStore } from 'react';
import { wallTimeAt } from '../../contract/wallTime.ts';

/** This machine's time zone; only used for what concerns the user personally. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

let current: string | undefined;
const listeners = new Set<() => void>();

/**
 * The IANA name of the time zone in which times are shown and entered: the group's, and this machine's while that
 * is not known.
 */
export const zone = (): string => current ?? ownZone();

/** Rerenders everything that shows a time. */
export function setZone(name: string): void {
  if (name === current) return;
  current = name;
  for (const listener of listeners) listener();
}

/** Backs `useTimezone`. Returns how to stop. */
export function followZone(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Subscribes to `zone()`. The layout calls it and rerenders everything below, so code that formats while rendering
 * need not; memoized code (`memo`, `useMemo`, a query's key) must call it itself.
 */
export const useTimezone = (): string => useSyncExternalStore(followZone, zone, zone);

/** Whether this machine's local time at that instant differs from the group's. */
export function isElsewhere(at: number, group = zone(), own = ownZone()): boolean {
  return group !== own && wallTimeAt(group, at) !== wallTimeAt(own, at);
}
