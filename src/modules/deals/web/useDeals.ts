import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { call } from '../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { isMonth } from '../../../platform/web/time/calendar.ts';
import { conditions, type Deal } from '../contract/deal.ts';
import { dealChanged } from '../contract/events.ts';
import {
  type Choices,
  countDeals,
  getChoices,
  listDeals,
  scopes,
  typeFilters,
} from '../contract.ts';

const pageSize = 50;

const noChoices: Choices = {
  stores: [],
  staff: [],
  may: { write: false, import: false, seeCost: false },
};

export function useChoices(): Choices & { isKnown: boolean } {
  const { data } = useQuery(queryOptionsFor(getChoices));
  return { ...(data ?? noChoices), isKnown: data !== undefined };
}

/** The filters of the list besides its tab. */
export const filterNames = [
  'q',
  'store',
  'type',
  'condition',
  'salespersonId',
  'deliveredIn',
] as const;

/** The deals that match the URL, page by page, and their count. */
export function useDealList(stores: Choices['stores']) {
  const { query } = useAddress();
  const param = (name: string) => query.get(name)?.trim() || undefined;
  const one = <V extends string>(name: string, known: readonly V[]) =>
    known.find((value) => value === param(name));
  const month = param('deliveredIn') ?? '';
  const deliveredIn = isMonth(month) ? month : undefined;
  const filters = {
    q: (param('q') ?? '').slice(0, 100),
    // Delivered deals are no longer open.
    scope: one('scope', scopes) ?? (deliveredIn ? 'all' : 'open'),
    ...pick('store', one('store', stores)),
    ...pick('type', one('type', typeFilters)),
    ...pick('condition', one('condition', conditions)),
    ...pick('salespersonId', Number(param('salespersonId')) || undefined),
    ...pick('deliveredIn', deliveredIn),
  };
  const pageQuery = { ...filters, limit: pageSize };
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(listDeals, { query: pageQuery }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listDeals, { query: { ...pageQuery, ...pageParam } }, { signal }),
    initialPageParam: {} as { before?: string; beforeId?: number },
    getNextPageParam: nextOf,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const { data: count } = useQuery({
    ...queryOptionsFor(countDeals, { query: filters }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return { filters: pageQuery, list, count };
}

export type DealQuery = ReturnType<typeof useDealList>['filters'];

const pick = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in K]?: V };

function nextOf(page: Deal[]) {
  const last = page.at(-1);
  return page.length < pageSize || !last ? undefined : { before: last.openedAt, beforeId: last.id };
}

/** Refetches all deal queries. */
export const refreshDeals = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['api', 'deals'] });

/** Refetches when deals change on the server, also after a lost connection. */
export function useDealFrames(): void {
  useLiveQueries([['api', 'deals']], [dealChanged]);
}
