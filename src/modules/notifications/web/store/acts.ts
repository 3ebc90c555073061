import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
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
import { expectUnread, noteRead, noteRemoved, readState, takeCount } from './store.ts';

/** Shows at once what the server is asked to do; should it refuse, shows what it has. */
async function ask(act: Promise<UnreadCount>): Promise<void> {
  try {
    takeCount(await act);
  } catch (error) {
    toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
    await refresh();
  }
}

const find = (id: string) => readState().entries.find((entry) => entry.id === id);
const isKept = (entry: Entry) => !entry.local;
const isUnread = (entry: Entry) => !entry.read && !entry.local;
const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);

/** The last of those shown to be stored: what is stored after it has not been seen. */
function newest(): string | undefined {
  return idsOf(readState().entries.filter(isKept)).sort(compareIds).at(-1);
}

function expectFewer(entries: readonly Entry[]): void {
  expectUnread(readState().unread - entries.filter(isUnread).length);
}

export function markRead(id: string): void {
  const entry = find(id);
  if (!entry || entry.read) return;
  expectFewer([entry]);
  noteRead([id]);
  if (!entry.local) void ask(call(readNotification, { params: { id } }));
}

export function markAllRead(): void {
  const { entries } = readState();
  const upTo = newest();
  noteRead(idsOf(entries));
  expectUnread(0);
  if (upTo) void ask(call(readAllNotifications, { body: { upTo } }));
}

export function remove(id: string): void {
  const entry = find(id);
  if (!entry) return;
  expectFewer([entry]);
  noteRemoved([id]);
  if (!entry.local) void ask(call(removeNotification, { params: { id } }));
}

export function removeAll(): void {
  const { entries } = readState();
  const upTo = newest();
  noteRemoved(idsOf(entries));
  expectUnread(0);
  if (upTo) void ask(call(removeAllNotifications, { query: { upTo } }));
}

/** Those that lead into a conversation: into this one, or any. Whoever opened it has seen them. */
export function clearChat(channelId?: string): void {
  const { entries, nextBefore } = readState();
  const meant = entries.filter((entry) => {
    const channel = channelOf(entry);
    return channel !== null && (channelId === undefined || channel === channelId);
  });
  expectFewer(meant);
  noteRemoved(idsOf(meant));
  // There may be others among those not shown yet.
  const mayBeMore = nextBefore !== null;
  if (!mayBeMore && !meant.some(isKept)) return;
  void ask(call(clearChatNotifications, { body: channelId === undefined ? {} : { channelId } }));
}
