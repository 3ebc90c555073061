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

const nothing: Choices = {
  stores: [],
  staff: [],
  timezone: 'UTC',
  may: { open: false, import: false, seeCost: false },
};

export function useChoices(): Choices {
  const { data } = useQuery(queryOptionsFor(getChoices));
  const timezone = useTimezone();
  return { ...(data ?? nothing), timezone };
}

export const filterNames = ['q', 'scope', 'store', 'status', 'advisorId', 'closedIn'] as const;

/** The orders the address asks for, as far as they have been scrolled to. */
export function useOrderList() {
  const { query } = useAddress();
  const said = (name: string) => query.get(name)?.trim() || undefined;
  const advisorId = Number(said('advisorId')) || undefined;
  const month = said('closedIn') ?? '';
  const closedIn = isMonth(month) ? month : undefined;
  const filters = {
    q: said('q') ?? '',
    // What was closed is not worked on any more.
    scope: scopes.find((one) => one === said('scope')) ?? (closedIn ? 'all' : 'open'),
    ...(said('store') && { store: said('store') as Store }),
    ...pick(
      'status',
      statuses.find((one) => one === said('status')),
    ),
    ...pick('advisorId', advisorId),
    ...pick('closedIn', closedIn),
  };
  const asked = { ...filters, limit: pageSize };
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(listOrders, { query: asked }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listOrders, { query: { ...asked, ...pageParam } }, { signal }),
    initialPageParam: {} as { before?: string; beforeId?: number },
    getNextPageParam: nextOf,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const { data: count } = useQuery({
    ...queryOptionsFor(countOrders, { query: filters }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return { asked, list, count };
}

const pick = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in K]?: V };

function nextOf(page: Order[]) {
  const last = page.at(-1);
  return page.length < pageSize || !last ? undefined : { before: last.openedAt, beforeId: last.id };
}

/** Asks again for whatever is shown of orders. */
export const refreshOrders = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['api', 'repair-orders'] });

/** Keeps what is shown true while others change the same orders, also over a lost connection. */
export function useOrderFrames(): void {
  useLiveQueries([['api', 'repair-orders']], [orderChanged]);
}
