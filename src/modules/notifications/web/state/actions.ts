import { call } from '../../../../platform/web/api/call.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import {
  clearChatNotifications,
  readAllNotifications,
  readNotification,
  removeAllNotifications,
  removeNotification,
  type UnreadCount,
} from '../../contract.ts';
import { channelOf, compareIds, type Entry } from './entries.ts';
import { refresh } from './fetch.ts';
import {
  expectUnread,
  forgetMarks,
  markEntriesRead,
  markEntriesRemoved,
  readState,
  setCount,
} from './store.ts';

/** Completes an optimistic change of these entries; if the server refuses, shows the server's state. */
async function commit(changed: readonly Entry[], request: Promise<UnreadCount>): Promise<void> {
  try {
    setCount(await request);
  } catch (error) {
    toastError(error);
    forgetMarks(idsOf(changed.filter(isStored)));
    await refresh();
  }
}

const find = (id: string) => readState().entries.find((entry) => entry.id === id);
const isStored = (entry: Entry) => !entry.local;
const isUnread = (entry: Entry) => !entry.read && !entry.local;
const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);

/** The newest stored one that is shown: later ones have not been seen. */
function newest(): string | undefined {
  return idsOf(readState().entries.filter(isStored)).sort(compareIds).at(-1);
}

function expectFewer(entries: readonly Entry[]): void {
  expectUnread(readState().unread - entries.filter(isUnread).length);
}

export function markRead(id: string): void {
  const entry = find(id);
  if (!entry || entry.read) return;
  expectFewer([entry]);
  markEntriesRead([id]);
  if (!entry.local) void commit([entry], call(readNotification, { params: { id } }));
}

export function markAllRead(): void {
  const { entries } = readState();
  const upTo = newest();
  markEntriesRead(idsOf(entries));
  expectUnread(0);
  if (upTo) void commit(entries, call(readAllNotifications, { body: { upTo } }));
}

export function remove(id: string): void {
  const entry = find(id);
  if (!entry) return;
  expectFewer([entry]);
  markEntriesRemoved([id]);
  if (!entry.local) void commit([entry], call(removeNotification, { params: { id } }));
}

export function removeAll(): void {
  const { entries } = readState();
  const upTo = newest();
  markEntriesRemoved(idsOf(entries));
  expectUnread(0);
  if (upTo) void commit(entries, call(removeAllNotifications, { query: { upTo } }));
}

/** Removes notifications that link to this conversation, or to any; opening it means they are seen. */
export function clearChat(channelId?: string): void {
  const { entries, nextBefore } = readState();
  const matching = entries.filter((entry) => {
    const channel = channelOf(entry);
    return channel !== null && (channelId === undefined || channel === channelId);
  });
  expectFewer(matching);
  markEntriesRemoved(idsOf(matching));
  // There may be more on pages that are not loaded.
  const mayBeMore = nextBefore !== null;
  if (!mayBeMore && !matching.some(isStored)) return;
  const body = channelId === undefined ? {} : { channelId };
  void commit(matching, call(clearChatNotifications, { body }));
}
