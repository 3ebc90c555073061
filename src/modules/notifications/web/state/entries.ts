import type { ListedNotification, Notification } from '../../contract.ts';

export interface Entry extends ListedNotification {
  /** Created in this tab; not stored on the server. */
  local: boolean;
}

export const fromServer = (listed: ListedNotification): Entry => ({ ...listed, local: false });
export const newEntry = (notification: Notification, local: boolean): Entry => ({
  ...notification,
  read: false,
  local,
});

/** Both lists without duplicates, newest first. The first list's entries win. */
export function mergeEntries(first: readonly Entry[], second: readonly Entry[]): readonly Entry[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))].sort(newestFirst);
}

/** At the same time, the higher id is newer. */
function newestFirst(one: Entry, other: Entry): number {
  return Date.parse(other.timestamp) - Date.parse(one.timestamp) || compareIds(other.id, one.id);
}

/** Ids may exceed the safe integers. */
export function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

/** The conversation an entry links to, if any. */
export function channelOf({ actionUrl }: Pick<Notification, 'actionUrl'>): string | null {
  if (!actionUrl) return null;
  return URL.parse(actionUrl, window.location.origin)?.searchParams.get('channel') ?? null;
}
