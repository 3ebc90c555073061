import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../../../platform/web/api/call.ts';
import { useAddress } from '../../../../../platform/web/router/address.ts';
import { listClosed, type Outcome, outcomes } from '../../../contract/history.ts';

const pageSize = 50;

export interface ClosedFilters {
  q?: string;
  outcome?: Outcome;
  channelId?: string;
  personId?: number;
}

/** The filters in the URL. */
export function useClosedFilters(): ClosedFilters {
  const { query } = useAddress();
  const q = query.get('q');
  const channelId = query.get('in');
  const outcome = outcomes.find((one) => one === query.get('outcome'));
  const personId = Number(query.get('person'));
  return {
    ...(q && { q }),
    ...(outcome && { outcome }),
    ...(channelId && { channelId }),
    ...(Number.isInteger(personId) && personId > 0 && { personId }),
  };
}

/** Closed requests, newest first, paged. */
export function useClosed(filters: ClosedFilters) {
  const query = useInfiniteQuery({
    queryKey: ['api', 'requests', 'closed', filters],
    queryFn: ({ pageParam: after, signal }) =>
      call(listClosed, { query: { ...filters, after, limit: pageSize } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.cursor),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return { ...query, requests: query.data?.pages.flat() ?? [] };
}
