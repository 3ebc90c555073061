import { call } from '../../../../platform/web/api/call.ts';
import { listNotifications, type Notification } from '../../contract.ts';
import { addEntry, forgetAll, readState, takeCount, takePage } from './store.ts';

/** Told while the first page was on its way: it may not have them yet. */
let meanwhile = new Set<string>();
let latest = 0;

/** Adds one the server told of; answers whether it was new. */
export function receive(notification: Notification): boolean {
  meanwhile.add(notification.id);
  return addEntry(notification);
}

/** Fetches the newest anew, whatever was lost meanwhile. A failure is made good at the next connection. */
export async function refresh(): Promise<void> {
  const attempt = ++latest;
  meanwhile = new Set();
  const answer = await call(listNotifications, {}).catch(() => null);
  if (!answer || attempt !== latest) return;
  const kept = readState().entries.filter(({ local, id }) => local || meanwhile.has(id));
  takePage(answer, kept);
  takeCount(answer);
}

/** Adds the next page. Throws what `call` throws. */
export async function loadOlder(): Promise<void> {
  const before = readState().nextBefore;
  if (!before) return;
  const answer = await call(listNotifications, { query: { before } });
  // Meanwhile the list may have begun anew.
  if (readState().nextBefore !== before) return;
  takePage(answer, readState().entries);
}

/** Somebody else may be the next; an answer that is on its way is not for them. */
export function forget(): void {
  latest += 1;
  forgetAll();
}
