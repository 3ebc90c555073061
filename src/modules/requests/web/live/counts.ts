import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ready } from '../../../../platform/contract/socket.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { gap } from '../../../../platform/web/realtime/connection.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { countRequests, requestChanged } from '../../contract.ts';

/** All that is asked of this room begins so. */
const requestsKey = ['api', 'requests'];
const askAfterMs = 150;

/** Keeps what is shown of requests current. */
export function useFreshness(): void {
  const client = useQueryClient();
  const again = () => askAgain(client);
  useSocketEvent(requestChanged, again);
  useSocketEvent(ready, again);
  useSocketEvent(gap, again);
}

/** How many wait in each of my queues, kept current with the queues themselves. */
export function useCounts() {
  useFreshness();
  return useQuery(queryOptionsFor(countRequests)).data;
}

/** Those I have to do. */
export const useMineCount = () => useCounts()?.mine ?? 0;

const asking = new WeakSet<QueryClient>();

/** Whatever shows requests asks for them once more; many changes in a row are one question. */
export function askAgain(client: QueryClient): void {
  if (asking.has(client)) return;
  asking.add(client);
  setTimeout(() => {
    asking.delete(client);
    void client.invalidateQueries({ queryKey: requestsKey });
  }, askAfterMs);
}
