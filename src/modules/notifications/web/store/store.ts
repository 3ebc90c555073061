import { useSyncExternalStore } from 'react';
import type { ListedNotification, Notification, UnreadCount } from '../../contract.ts';
import { type Entry, fromServer, justCome, mergeEntries } from './entries.ts';

export interface State {
  /** Newest first; as many pages as have been asked for. */
  entries: readonly Entry[];
  /** Where the next page begins; null at the end, undefined before the first page. */
  nextBefore: string | null | undefined;
  /** Of those the server keeps. */
  unread: number;
  asOf: number;
}

const empty: State = { entries: [], nextBefore: undefined, unread: 0, asOf: 0 };

let state = empty;
/** Both never become untrue, so that an answer that was on its way longer than a frame does no harm. */
const knownRead = new Set<string>();
const knownRemoved = new Set<string>();
const watchers = new Set<() => void>();

export const readState = (): State => state;

function change(changes: Partial<State>): void {
  state = { ...state, ...changes };
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export const useNotifications = (): State => useSyncExternalStore(watch, readState);
export const useUnreadCount = (): number => useSyncExternalStore(watch, countUnread);

function countUnread(): number {
  const local = state.entries.filter((entry) => entry.local && !entry.read).length;
  return state.unread + local;
}

/** Somebody else is signed in: what was shown is none of theirs. */
export function forgetAll(): void {
  knownRead.clear();
  knownRemoved.clear();
  change(empty);
}

/** Adds one that has just come; answers whether it was new. */
export function addEntry(notification: Notification, local = false): boolean {
  const { id } = notification;
  if (knownRemoved.has(id) || state.entries.some((entry) => entry.id === id)) return false;
  change({ entries: mergeEntries([justCome(notification, local)], state.entries).map(asKnown) });
  return true;
}

interface Page {
  notifications: readonly ListedNotification[];
  nextBefore: string | null;
}

/** Takes a page of the server beside `kept` of what there was. */
export function takePage({ notifications, nextBefore }: Page, kept: readonly Entry[]): void {
  const page = notifications.map(fromServer).filter(({ id }) => !knownRemoved.has(id));
  change({ entries: mergeEntries(page, kept).map(asKnown), nextBefore });
}

function asKnown(entry: Entry): Entry {
  return entry.read || !knownRead.has(entry.id) ? entry : { ...entry, read: true };
}

/** The later of two counts stands, in whichever order they come. */
export function takeCount({ unread, asOf }: UnreadCount): void {
  if (asOf >= state.asOf) change({ unread, asOf });
}

export function noteRead(ids: readonly string[]): void {
  for (const id of ids) knownRead.add(id);
  change({ entries: state.entries.map(asKnown) });
}

export function noteRemoved(ids: readonly string[]): void {
  for (const id of ids) knownRemoved.add(id);
  change({ entries: state.entries.filter(({ id }) => !knownRemoved.has(id)) });
}

/** What an act that is on its way to the server will change there. */
export function expectUnread(unread: number): void {
  change({ unread: Math.max(0, unread) });
}
