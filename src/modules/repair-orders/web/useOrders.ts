import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { Store } from '../../../platform/contract/access.ts';
import { call } from '../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { isMonth } from '../../../platform/web/time/calendar.ts';
import { useTimezone } from '../../../platform/web/time/zone.ts';
import { orderChanged } from '../contract/events.ts';
import type { Order } from '../contract/order.ts';
import { statuses } from '../contract/status.ts';
import { type Choices, countOrders, getChoices, listOrders, scopes } from '../contract.ts';

const pageSize = 50;

const noChoices: Choices = {
  stores: [],
  staff: [],
  timezone: 'UTC',
  may: { open: false, import: false, seeCost: false },
};

export function useChoices(): Choices {
  const { data } = useQuery(queryOptionsFor(getChoices));
  const timezone = useTimezone();
  return { ...(data ?? noChoices), timezone };
}

export const filterNames = ['q', 'scope', 'store', 'status', 'advisorId', 'closedIn'] as const;

/** The orders matching the URL’s filters, as far as they have been scrolled to. */
export function useOrderList() {
  const { query } = useAddress();
  const param = (name: string) => query.get(name)?.trim() || undefined;
  const advisorId = Number(param('advisorId')) || undefined;
  const month = param('closedIn') ?? '';
  const closedIn = isMonth(month) ? month : undefined;
  const filters = {
    q: param('q') ?? '',
    // A month of closing would find nothing among open orders.
    scope: scopes.find((one) => one === param('scope')) ?? (closedIn ? 'all' : 'open'),
    ...(param('store') && { store: param('store') as Store }),
    ...pick(
      'status',
      statuses.find((one) => one === param('status')),
    ),
    ...pick('advisorId', advisorId),
    ...pick('closedIn', closedIn),
  };
  const listQuery = { ...filters, limit: pageSize };
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(listOrders, { query: listQuery }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listOrders, { query: { ...listQuery, ...pageParam } }, { signal }),
    initialPageParam: {} as { before?: string; beforeId?: number },
    getNextPageParam: nextPageParam,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const { data: count } = useQuery({
    ...queryOptionsFor(countOrders, { query: filters }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return { filters, list, count };
}

const pick = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in K]?: V };

function nextPageParam(page: Order[]) {
  const last = page.at(-1);
  return page.length < pageSize || !last ? undefined : { before: last.openedAt, beforeId: last.id };
}

/** Refetches everything shown of repair orders. */
export const refreshOrders = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['api', 'repair-orders'] });

/** Refetches when someone changes an order, and after a reconnect. */
export function useOrderEvents(): void {
  useLiveQueries([['api', 'repair-orders']], [orderChanged]);
}
