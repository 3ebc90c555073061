import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { listActivity } from '../../../activity/contract.ts';

export type Filters = Pick<
  NonNullable<RequestOf<typeof listActivity>['query']>,
  'search' | 'action' | 'from' | 'to'
>;

const pageSize = 50;

/** The activity log, newest first; older entries load on demand. */
export function useActivity(filters: Filters) {
  const query = useInfiniteQuery({
    queryKey: [...queryKeyFor(listActivity), filters],
    queryFn: ({ pageParam, signal }) =>
      call(listActivity, { query: { ...filters, ...pageParam, limit: pageSize } }, { signal }),
    initialPageParam: {} as { before?: number },
    getNextPageParam: (last) => {
      const oldest = last.at(-1);
      return last.length === pageSize && oldest ? { before: oldest.id } : undefined;
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return { ...query, entries: query.data?.pages.flat() ?? [] };
}
