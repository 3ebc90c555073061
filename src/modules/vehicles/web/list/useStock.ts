import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { agingBuckets } from '../../contract/aging.ts';
import { conditions, statuses } from '../../contract/status.ts';
import { countVehicles, listScopes, listSorts, listVehicles } from '../../contract.ts';

type Query = NonNullable<RequestOf<typeof listVehicles>['query']>;
export type StockQuery = Omit<Query, 'limit' | 'after'>;

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined =>
  list.find((one) => one === value);
const centsIn = (value: string | null) =>
  value !== null && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
const stores = Object.keys(storeNames) as (keyof typeof storeNames)[];

/** What the address asks for; what makes no sense in it is left out. */
export function readQuery(query: URLSearchParams): StockQuery {
  const asked = {
    q: query.get('q')?.slice(0, 100) || undefined,
    scope: oneOf(listScopes, query.get('scope')),
    store: oneOf(stores, query.get('store')),
    condition: oneOf(conditions, query.get('condition')),
    status: oneOf(statuses, query.get('status')),
    make: query.get('make') || undefined,
    aging: oneOf(agingBuckets, query.get('aging')),
    priceFrom: centsIn(query.get('priceFrom')),
    priceTo: centsIn(query.get('priceTo')),
    sort: oneOf(listSorts, query.get('sort')),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** The list as the address asks for it, page after page, and how many there are. */
export function useStock() {
  const { query } = useAddress();
  const asked = readQuery(query);
  const { sort: _, ...filters } = asked;
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(listVehicles, { query: asked }), 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam ? { after: pageParam } : {};
      return call(listVehicles, { query: { ...asked, ...after } }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const counts = useQuery({
    ...queryOptionsFor(countVehicles, { query: filters }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return { asked, list, counts: counts.data };
}
