import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import {
  useConnection,
  useSocketEvent,
} from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { type Choices, getChoices, listCustomers } from '../../contract/finding.ts';
import { type CustomerRecord, openCustomer } from '../../contract/records.ts';
import { type CustomerVehicle, listGarage, listTimeline } from '../../contract/timeline.ts';
import { listWork } from '../../contract/work.ts';
import { customerChanged, customerRecordsChanged, watchCustomer } from '../../contract.ts';

const noChoices: Choices = {
  stores: [],
  owners: [],
  tags: [],
  may: { create: false, export: false, merge: false, import: false },
};

/** Options and permissions; empty until loaded. */
export const useChoices = (): Choices => useQuery(queryOptionsFor(getChoices)).data ?? noChoices;

/** The customer with this id, to prefill a form; null if not visible, `undefined` while loading. */
export function useCustomerById(
  id: number | null,
): { id: number; name: string } | null | undefined {
  const { data, isError } = useQuery({
    ...queryOptionsFor(listCustomers, { query: { id: id ?? 0 } }),
    enabled: id !== null,
  });
  if (id === null || isError) return null;
  return data && (data[0] ?? null);
}

/** The customer’s current vehicles, for forms of other modules. `undefined` while loading. */
export function useGarage(customerId: number | null): CustomerVehicle[] | undefined {
  const { data, isError } = useQuery({
    ...queryOptionsFor(listGarage, { params: { customerId: customerId ?? 0 } }),
    enabled: customerId !== null,
    refetchOnMount: 'always',
  });
  if (customerId === null || isError) return [];
  return data?.filter(({ stillOwns }) => stillOwns);
}

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
  useSocketEvent(customerRecordsChanged, (change) => {
    if (change.id === id) refreshRelated(client, id);
  });
  return query;
}
