import type { QueryClient } from '@tanstack/react-query';
import { ready } from '../../../../../../platform/contract/socket.ts';
import { call } from '../../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../../platform/web/api/queryClient.ts';
import { type Connection, gap } from '../../../../../../platform/web/realtime/connection.ts';
import { browserEnvironment as clock } from '../../../../../../platform/web/realtime/environment.ts';
import { userPermissionsUpdated } from '../../../../../people/contract.ts';
import { messageChanged } from '../../../../contract/changes.ts';
import { channelChanged } from '../../../../contract/channels.ts';
import { getUnread, messageStarred, readStateChanged } from '../../../../contract/personal.ts';
import { threadReplied, threadStateChanged } from '../../../../contract/threads.ts';
import { newMessage } from '../../../../contract.ts';
import { type UnreadReply, UnreadStore } from '../../store/unread.ts';

/** Debounces several refetch triggers. */
const refetchDelayMs = 300;
/** Limits refetches under a stream of replies. */
const minRefetchMs = 2_000;

export const unreadKey = queryKeyFor(getUnread);

const stores = new WeakMap<Connection, UnreadStore>();

/** The unread counts of a connection; mirrored into the query cache. */
export function unreadOf(connection: Connection, me: number, client: QueryClient): UnreadStore {
  const known = stores.get(connection);
  if (known) return known;
  const refetch = createRefetch(client);
  const onChange = () =>
    client.setQueryData<UnreadReply>(unreadKey, (cached) => cached && store.snapshot());
  const store = new UnreadStore({ me, onChange, onUnsure: refetch });
  stores.set(connection, store);
  const cached = client.getQueryData<UnreadReply>(unreadKey);
  if (cached) store.received(cached);
  connection.on(newMessage, (message) => store.message(message));
  connection.on(messageChanged, (message) => store.changed(message));
  connection.on(readStateChanged, (state) => store.take(state));
  connection.on(messageStarred, (star) => store.starred(star));
  const threadChanges = [threadStateChanged, threadReplied];
  const triggers = [...threadChanges, channelChanged, userPermissionsUpdated, ready, gap];
  for (const trigger of triggers) connection.on(trigger, refetch);
  return store;
}

export async function loadUnread(store: UnreadStore, signal: AbortSignal): Promise<UnreadReply> {
  store.requested();
  store.received(await call(getUnread, {}, { signal }));
  return store.snapshot();
}

function createRefetch(client: QueryClient) {
  let lastRefetch = 0;
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    const wait = Math.max(refetchDelayMs, lastRefetch + minRefetchMs - clock.now());
    clock.after(wait, () => {
      isWaiting = false;
      lastRefetch = clock.now();
      void client.invalidateQueries({ queryKey: unreadKey, exact: true });
    });
  };
}
