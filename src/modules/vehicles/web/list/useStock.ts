import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { agingBuckets } from '../../contract/aging.ts';
import { conditions, countGroups, statuses } from '../../contract/status.ts';
import { countVehicles, listScopes, listSorts, listVehicles } from '../../contract.ts';

type Query = NonNullable<RequestOf<typeof listVehicles>['query']>;
export type StockQuery = Omit<Query, 'limit' | 'after'>;

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined =>
  list.find((one) => one === value);
const centsIn = (value: string | null) =>
  value !== null && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
const stores = Object.keys(storeNames) as (keyof typeof storeNames)[];

/** Filters and sort from the URL; invalid values are ignored. */
export function readQuery(query: URLSearchParams): StockQuery {
  const values = {
    q: query.get('q')?.slice(0, 100) || undefined,
    scope: oneOf(listScopes, query.get('scope')),
    store: oneOf(stores, query.get('store')),
    condition: oneOf(conditions, query.get('condition')),
    status: oneOf(statuses, query.get('status')),
    group: oneOf(countGroups, query.get('group')),
    payoff: oneOf(['due'] as const, query.get('payoff')),
    make: query.get('make') || undefined,
    aging: oneOf(agingBuckets, query.get('aging')),
    priceFrom: centsIn(query.get('priceFrom')),
    priceTo: centsIn(query.get('priceTo')),
    sort: oneOf(listSorts, query.get('sort')),
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
