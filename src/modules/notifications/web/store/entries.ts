import type { ListedNotification, Notification } from '../../contract.ts';

export interface Entry extends ListedNotification {
  /** Made in this tab: the server knows nothing of it. */
  local: boolean;
}

export const fromServer = (listed: ListedNotification): Entry => ({ ...listed, local: false });
export const justCome = (notification: Notification, local: boolean): Entry => ({
  ...notification,
  read: false,
  local,
});

/** Both lists without repetitions, newest first. Where both have one, the first list's stands. */
export function mergeEntries(first: readonly Entry[], second: readonly Entry[]): readonly Entry[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))].sort(newestFirst);
}

/** Of the same moment the one with the higher number came later. */
function newestFirst(one: Entry, other: Entry): number {
  return Date.parse(other.timestamp) - Date.parse(one.timestamp) || compareIds(other.id, one.id);
}

/** Numbers too long to be numbers. */
export function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

/** The conversation an entry leads into, if it leads into one. */
export function channelOf({ actionUrl }: Pick<Notification, 'actionUrl'>): string | null {
  if (!actionUrl) return null;
  return URL.parse(actionUrl, window.location.origin)?.searchParams.get('channel') ?? null;
}
