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

const nothing: Choices = {
  stores: [],
  staff: [],
  may: { write: false, import: false, seeCost: false },
};

export function useChoices(): Choices & { isKnown: boolean } {
  const { data } = useQuery(queryOptionsFor(getChoices));
  return { ...(data ?? nothing), isKnown: data !== undefined };
}

/** What narrows the list beyond its tab. */
export const filterNames = [
  'q',
  'store',
  'type',
  'condition',
  'salespersonId',
  'deliveredIn',
] as const;

/** The deals the address asks for, as far as they have been scrolled to. */
export function useDealList(stores: Choices['stores']) {
  const { query } = useAddress();
  const said = (name: string) => query.get(name)?.trim() || undefined;
  const one = <V extends string>(name: string, known: readonly V[]) =>
    known.find((value) => value === said(name));
  const month = said('deliveredIn') ?? '';
  const deliveredIn = isMonth(month) ? month : undefined;
  const filters = {
    q: (said('q') ?? '').slice(0, 100),
    // What was delivered is not worked on any more.
    scope: one('scope', scopes) ?? (deliveredIn ? 'all' : 'open'),
    ...pick('store', one('store', stores)),
    ...pick('type', one('type', typeFilters)),
    ...pick('condition', one('condition', conditions)),
    ...pick('salespersonId', Number(said('salespersonId')) || undefined),
    ...pick('deliveredIn', deliveredIn),
  };
  const asked = { ...filters, limit: pageSize };
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(listDeals, { query: asked }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listDeals, { query: { ...asked, ...pageParam } }, { signal }),
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
  return { asked, list, count };
}

export type DealQuery = ReturnType<typeof useDealList>['asked'];

const pick = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in K]?: V };

function nextOf(page: Deal[]) {
  const last = page.at(-1);
  return page.length < pageSize || !last ? undefined : { before: last.openedAt, beforeId: last.id };
}

/** Asks again for whatever is shown of deals. */
export const refreshDeals = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['api', 'deals'] });

/** Keeps what is shown true while others change the same deals, also over a lost connection. */
export function useDealFrames(): void {
  useLiveQueries([['api', 'deals']], [dealChanged]);
}
