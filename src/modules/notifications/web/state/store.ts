import { useSyncExternalStore } from 'react';
import { createStore } from '../../../../platform/web/state/createStore.ts';
import type { ListedNotification, Notification, UnreadCount } from '../../contract.ts';
import { type Entry, fromServer, mergeEntries, newEntry } from './entries.ts';

export interface State {
  /** Newest first; all pages loaded so far. */
  entries: readonly Entry[];
  /** Cursor of the next page; null at the end, undefined before the first page. */
  nextBefore: string | null | undefined;
  /** Of the notifications on the server. */
  unread: number;
  asOf: number;
}

const empty: State = { entries: [], nextBefore: undefined, unread: 0, asOf: 0 };

const store = createStore(empty);
/** Read and removed are final unless refused, so a reply older than an event must not undo them. */
const knownRead = new Set<string>();
const knownRemoved = new Set<string>();

export const readState = store.get;

function change(changes: Partial<State>): void {
  store.set({ ...store.get(), ...changes });
}

export const useNotifications = (): State => useSyncExternalStore(store.watch, readState);
export const useUnreadCount = (): number => useSyncExternalStore(store.watch, countUnread, noneYet);

const noneYet = () => 0;

function countUnread(): number {
  const local = readState().entries.filter((entry) => entry.local && !entry.read).length;
  return readState().unread + local;
}

/** Another user signed in: they must not see what was shown. */
export function resetStore(): void {
  knownRead.clear();
  knownRemoved.clear();
  change(empty);
}

/** Adds one unless it is known. */
export function addEntry(notification: Notification, local = false): void {
  const { id } = notification;
  if (knownRemoved.has(id) || readState().entries.some((entry) => entry.id === id)) return;
  change({
    entries: mergeEntries([newEntry(notification, local)], readState().entries).map(withKnownState),
  });
}

export const isUnread = (id: string): boolean =>
  readState().entries.some((entry) => entry.id === id && !entry.read);

interface Page {
  notifications: readonly ListedNotification[];
  nextBefore: string | null;
}

/** Merges a page of the server with the entries to keep. */
export function mergePage({ notifications, nextBefore }: Page, kept: readonly Entry[]): void {
  const page = notifications.map(fromServer).filter(({ id }) => !knownRemoved.has(id));
  change({ entries: mergeEntries(page, kept).map(withKnownState), nextBefore });
}

function withKnownState(entry: Entry): Entry {
  return entry.read || !knownRead.has(entry.id) ? entry : { ...entry, read: true };
}

/** The later of two counts wins, whatever order they arrive in. */
export function setCount({ unread, asOf }: UnreadCount): void {
  if (asOf >= readState().asOf) change({ unread, asOf });
}

export function markEntriesRead(ids: readonly string[]): void {
  for (const id of ids) knownRead.add(id);
  change({ entries: readState().entries.map(withKnownState) });
}

export function markEntriesRemoved(ids: readonly string[]): void {
  for (const id of ids) knownRemoved.add(id);
  change({ entries: readState().entries.filter(({ id }) => !knownRemoved.has(id)) });
}

/** The server refused to mark them: the next page shows its state. */
export function forgetMarks(ids: readonly string[]): void {
  for (const id of ids) {
    knownRead.delete(id);
    knownRemoved.delete(id);
  }
}

/** The count that a request in flight will lead to. */
export function expectUnread(unread: number): void {
  change({ unread: Math.max(0, unread) });
}

/**
 * Adds a notification to this tab's list only, without a sound or a toast; it is lost on reload. Returns its
 * id.
 */
export function addLocalNotification(
  fields: Omit<Notification, 'id' | 'timestamp' | 'urgent'>,
): string {
  const now = Date.now();
  const id = `${now}-${Math.random().toString(36).slice(2)}`;
  addEntry({ ...fields, id, timestamp: new Date(now).toISOString() }, true);
  return id;
}
