import { call } from '../../../../platform/web/api/call.ts';
import { listNotifications, type Notification } from '../../contract.ts';
import { addEntry, isUnread, mergePage, readState, resetStore, setCount } from './store.ts';

/** Received while the first page was loading: it may not contain them. */
let receivedSince = new Set<string>();
let latestAttempt = 0;

const received = new Set<string>();

/**
 * Adds one the server sent; returns whether it was sent for the first time and is unread. A page loaded
 * meanwhile may already contain it.
 */
export function receive(notification: Notification): boolean {
  const { id } = notification;
  const isFirst = !received.has(id);
  received.add(id);
  receivedSince.add(id);
  addEntry(notification);
  return isFirst && isUnread(id);
}

/** Refetches the newest page, to fill any gap. A failure is repaired at the next connection. */
export async function refresh(): Promise<void> {
  const attempt = ++latestAttempt;
  receivedSince = new Set();
  const reply = await call(listNotifications, {}).catch(() => null);
  if (!reply || attempt !== latestAttempt) return;
  const keep = readState().entries.filter(({ local, id }) => local || receivedSince.has(id));
  mergePage(reply, keep);
  setCount(reply);
}

/** Adds the next page. Throws what `call` throws. */
export async function loadOlder(): Promise<void> {
  const before = readState().nextBefore;
  if (!before) return;
  const reply = await call(listNotifications, { query: { before } });
  // The list may have been reset meanwhile.
  if (readState().nextBefore !== before) return;
  mergePage(reply, readState().entries);
}

/** On sign-out: a reply still in flight must not reach the next user. */
export function forget(): void {
  latestAttempt += 1;
  received.clear();
  resetStore();
}
