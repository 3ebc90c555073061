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

// Every fetch is recorded as an access, so it happens only when the page opens.
const opening = (customerId: number) =>
  queryOptions({
    queryKey: keyOf(customerId),
    queryFn: ({ signal }) => call(openCustomer, { params: { customerId } }, { signal }),
  });

/** Puts a record from a reply into the cache, and refetches what belongs to it. */
export function setCustomer(client: QueryClient, record: CustomerRecord): void {
  client.setQueryData(keyOf(record.id), record);
  refreshRelated(client, record.id);
}

/** Refetches timeline, work and garage of a customer. */
export function refreshRelated(client: QueryClient, customerId: number): void {
  const params = { customerId };
  for (const endpoint of [listTimeline, listWork, listGarage])
    void client.invalidateQueries({ queryKey: queryKeyFor(endpoint, { params }) });
  void client.invalidateQueries({
    queryKey: queryKeyFor(listCustomers),
    predicate: ({ queryKey }) => queryKey.at(-1) === 'pages' || queryKey[2] === 'today',
    refetchType: 'none',
  });
}

/** One full customer, with live updates. */
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
  // A new socket has no subscriptions.
  useSocketEvent(ready, () => watch(true));
  useSocketEvent(customerChanged, (change) => {
    if (change.id !== id || change.by === me) return;
    refreshRelated(client, change.id);
    if (change.version !== query.data?.version) void query.refetch();
  });
  return query;
}
