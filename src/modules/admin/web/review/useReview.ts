import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { reviewAccess } from '../../contract.ts';

const pageSize = 200;

/** All accounts, a few hundred at a time. */
export function useReview() {
  const query = useInfiniteQuery({
    queryKey: queryKeyFor(reviewAccess),
    queryFn: ({ pageParam, signal }) =>
      call(reviewAccess, { query: { page: pageParam, limit: pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * pageSize < total ? pages.length + 1 : undefined,
    staleTime: 0,
  });
  return {
    ...query,
    users: query.data?.pages.flatMap(({ users }) => users) ?? [],
    total: query.data?.pages[0]?.total ?? 0,
  };
}
