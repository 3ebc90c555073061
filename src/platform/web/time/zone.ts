import { useSyncExternalStore } from 'react';
import { wallTimeAt } from '../../contract/wallTime.ts';

/** The zone this machine is set to; only what is a person's own is told by it. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

let current: string | undefined;
const listeners = new Set<() => void>();

/** The IANA name of the zone times are shown and entered in: the group's, and this machine's while that is not known. */
export const zone = (): string => current ?? ownZone();

/** Everything that shows a time is drawn again. */
export function setZone(name: string): void {
  if (name === current) return;
  current = name;
  for (const listener of listeners) listener();
}

/** What `useTimezone` stands on. Answers how to stop. */
export function followZone(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * `zone()`, followed. The frame calls it and draws all beneath it again, so whoever formats while
 * drawing need not; what is remembered (`memo`, `useMemo`, a query's key) is to call it itself.
 */
export const useTimezone = (): string => useSyncExternalStore(followZone, zone, zone);

/** Whether the clocks on this machine show something else at that moment than those of the group. */
export function isElsewhere(at: number, group = zone(), own = ownZone()): boolean {
  return group !== own && wallTimeAt(group, at) !== wallTimeAt(own, at);
}
