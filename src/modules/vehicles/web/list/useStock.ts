import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { stores } from '../../../../platform/contract/access.ts';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { agingBuckets } from '../../contract/aging.ts';
import { conditions, statuses } from '../../contract/status.ts';
import { countVehicles, listScopes, listSorts, listVehicles } from '../../contract.ts';

type Query = NonNullable<RequestOf<typeof listVehicles>['query']>;
export type StockQuery = Omit<Query, 'limit' | 'after'>;

const centsIn = (value: string | undefined) =>
  value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;

/** Filters and sort from the URL; invalid values are ignored. */
export function readQuery(query: URLSearchParams): StockQuery {
  const { text, oneOf } = readFilters(query);
  const values = {
    q: text('q')?.slice(0, 100),
    scope: oneOf('scope', listScopes),
    store: oneOf('store', stores),
    condition: oneOf('condition', conditions),
    status: oneOf('status', statuses),
    make: text('make'),
    aging: oneOf('aging', agingBuckets),
    priceFrom: centsIn(text('priceFrom')),
    priceTo: centsIn(text('priceTo')),
    sort: oneOf('sort', listSorts),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The vehicles matching the URL’s filters, paged, and their counts. */
export function useStock() {
  const { query } = useAddress();
  const filters = readQuery(query);
  const { sort: _, ...countFilters } = filters;
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(listVehicles, { query: filters }), 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam ? { after: pageParam } : {};
      return call(listVehicles, { query: { ...filters, ...after } }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const counts = useQuery({
    ...queryOptionsFor(countVehicles, { query: countFilters }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return { filters, list, counts: counts.data };
}
