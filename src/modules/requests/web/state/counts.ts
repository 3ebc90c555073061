import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ready } from '../../../../platform/contract/socket.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { gap } from '../../../../platform/web/realtime/connection.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { countRequests, requestChanged } from '../../contract.ts';

/** The prefix of all query keys of this module. */
const requestsKey = ['api', 'requests'];
const refetchDelayMs = 150;

/** Refetches requests when they change. */
export function useLiveRequests(): void {
  const client = useQueryClient();
  const refetch = () => refetchRequests(client);
  useSocketEvent(requestChanged, refetch);
  useSocketEvent(ready, refetch);
  useSocketEvent(gap, refetch);
}

/** The counts of the user's queues, live. */
export function useCounts() {
  useLiveRequests();
  return useQuery(queryOptionsFor(countRequests)).data;
}

/** How many are assigned to the user. */
export const useMineCount = () => useCounts()?.mine ?? 0;

const scheduled = new WeakSet<QueryClient>();

/** Refetches all request queries; many changes in a row are one refetch. */
export function refetchRequests(client: QueryClient): void {
  if (scheduled.has(client)) return;
  scheduled.add(client);
  setTimeout(() => {
    scheduled.delete(client);
    void client.invalidateQueries({ queryKey: requestsKey });
  }, refetchDelayMs);
}
