import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../../../platform/web/api/call.ts';
import { listRequests, type Queue } from '../../../contract.ts';

const pageSize = 50;

/** The active requests in one of the user's queues, paged. */
export function useQueue(queue: Queue, channelId: string | undefined) {
  const query = useInfiniteQuery(queueQuery(queue, channelId));
  return { ...query, requests: query.data?.pages.flat() ?? [] };
}

const queueQuery = (queue: Queue, channelId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['api', 'requests', { queue, channelId }],
    queryFn: ({ pageParam, signal }) => {
      const query = { queue, limit: pageSize, channelId, after: pageParam };
      return call(listRequests, { query }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.cursor),
    staleTime: 0,
  });
