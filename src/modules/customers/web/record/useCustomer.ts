import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import {
  useConnection,
  useSocketEvent,
} from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { listCustomers } from '../../contract/finding.ts';
import { type CustomerRecord, openCustomer } from '../../contract/records.ts';
import { listGarage, listTimeline } from '../../contract/timeline.ts';
import { listWork } from '../../contract/work.ts';
import { customerChanged, watchCustomer } from '../../contract.ts';

const keyOf = (customerId: number) => ['api', 'customers', String(customerId), 'open'];

// Asking for it is an act that is recorded, so it is asked for when the page opens and never in passing.
const opening = (customerId: number) =>
  queryOptions({
    queryKey: keyOf(customerId),
    queryFn: ({ signal }) => call(openCustomer, { params: { customerId } }, { signal }),
  });

/** Shows a record as the server has just answered it, and asks for what hangs on it again. */
export function keepCustomer(client: QueryClient, record: CustomerRecord): void {
  client.setQueryData(keyOf(record.id), record);
  refreshAround(client, record.id);
}

/** What happened with a customer, and what is planned, has changed. */
export function refreshAround(client: QueryClient, customerId: number): void {
  const params = { customerId };
  for (const endpoint of [listTimeline, listWork, listGarage])
    void client.invalidateQueries({ queryKey: queryKeyFor(endpoint, { params }) });
  void client.invalidateQueries({
    queryKey: queryKeyFor(listCustomers),
    predicate: ({ queryKey }) => queryKey.at(-1) === 'pages' || queryKey[2] === 'today',
    refetchType: 'none',
  });
}

/** One customer in full, kept true while others work with them. */
export function useCustomer(customerId: number, me: number) {
  const client = useQueryClient();
  const connection = useConnection();
  const query = useQuery(opening(customerId));
  const id = query.data?.id;
  const watch = (watching: boolean) => {
    if (id !== undefined && connection?.state() === 'connected')
      connection.send(watchCustomer, { customerId: id, watching });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each connection
  useEffect(() => {
    watch(true);
    return () => watch(false);
  }, [connection, id]);
  // A new socket hears nothing of it yet.
  useSocketEvent(ready, () => watch(true));
  useSocketEvent(customerChanged, (news) => {
    if (news.id !== id || news.by === me) return;
    refreshAround(client, news.id);
    if (news.version !== query.data?.version) void query.refetch();
  });
  return query;
}
