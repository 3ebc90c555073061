import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { listStarred, messageStarred } from '../../contract/personal.ts';
import { useLiveMessages } from '../messages/useLiveMessages.ts';

const query = infiniteQueryOptions({
  queryKey: ['chat', 'starred'],
  queryFn: ({ pageParam, signal }) =>
    call(listStarred, { query: { offset: pageParam } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: (page, _, offset) => (page.length > 0 ? offset + page.length : undefined),
  staleTime: 0,
});

/** The user's starred messages, latest star first. */
export function useStarred() {
  const client = useQueryClient();
  const starred = useInfiniteQuery(query);
  useLiveMessages((messageId, update) =>
    client.setQueryData(query.queryKey, (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) =>
              page.map((one) => (one.id === messageId ? update(one) : one)),
            ),
          }
        : data,
    ),
  );
  // A newly starred message must be fetched.
  useSocketEvent(messageStarred, (star) => {
    if (star.starred) void client.invalidateQueries({ queryKey: query.queryKey });
  });
  useLiveQueries([query.queryKey]);
  const messages = (starred.data?.pages.flat() ?? []).filter(({ isStarred }) => isStarred);
  return { ...starred, messages };
}
