import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CurrentUser } from '../modules/access/contract.ts';
import { currentUserKey } from '../modules/access/web/public.ts';
import type { ChatMessage } from '../modules/chat/contract.ts';
import { newestCall } from '../modules/chat/web/state/directChannel.ts';
import { callEarly, earlyShown } from '../modules/chat/web/state/early.ts';
import { loadPartsOf } from '../modules/chat/web/state/extensions.ts';
import { listUsers } from '../modules/people/contract.ts';
import { getStatusMetrics } from '../modules/presence/contract.ts';
import { holdsPage } from '../platform/contract/access.ts';
import { queryOptionsFor } from '../platform/web/api/queryClient.ts';
import { addToFirstScreen } from '../platform/web/ui/lazy/firstScreen.ts';
import { type Address, firstCalls, keyOf } from './firstCalls.ts';
import { loadConversation, openedChannel } from './pages.ts';

const afterMs = 1500;
const metricsFreshMs = 30_000;

/** Preloads what administrators use most, once the first screen is shown; failures are handled there, not here. */
export function usePrefetch(user: CurrentUser | null | undefined): void {
  const client = useQueryClient();
  const wanted = Boolean(user && !user.pending && holdsPage(user, 'admin_panel'));
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => {
      void client.prefetchQuery(
        queryOptionsFor(listUsers, { query: { search: '', page: 1, limit: 20 } }),
      );
      const metrics = queryOptionsFor(getStatusMetrics);
      void client.prefetchQuery({ ...metrics, staleTime: metricsFreshMs });
    }, afterMs);
    return () => clearTimeout(timer);
  }, [wanted, client]);
}

/**
 * Makes the first calls that the HTML has not answered, while the page's code is still on its way. Failures are handled
 * where it is shown.
 */
export function callAhead(client: QueryClient, address: Address): void {
  const user = client.getQueryData<CurrentUser | null>(currentUserKey);
  for (const { endpoint, query } of firstCalls(address, user) ?? [])
    void client.prefetchQuery(queryOptionsFor(endpoint, { query }));
}

/** Fetches the chat beside the page if the address opens a conversation. A failure is repeated where it is shown. */
export function fetchChat(client: QueryClient, address: Address): void {
  const channelId = openedChannel(address, client.getQueryData<CurrentUser | null>(currentUserKey));
  if (!channelId) return;
  const known = client.getQueryData<ChatMessage[]>(keyOf(newestCall(channelId)));
  const messages = callEarly(channelId, known);
  const opened = Promise.all([loadConversation(), messages.then(loadPartsOf)]).then(
    () => earlyShown,
  );
  addToFirstScreen(opened);
  opened.catch(console.warn);
}
