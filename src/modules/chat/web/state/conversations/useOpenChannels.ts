import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { listOpenChannels, type OpenChannel } from '../../../contract/channels.ts';
import { historyPageSize } from '../../../contract.ts';

interface OpenChannelQuery {
  search: string;
  archived: boolean;
}

/** All public channels, joined or not, page by page; optionally with archived ones. */
export function useOpenChannels(query: OpenChannelQuery) {
  return useInfiniteQuery({
    queryKey: [...queryKeyFor(listOpenChannels), 'pages', query],
    queryFn: ({ pageParam: last, signal }) => {
      const place = last && { after: last.name, afterId: last.id };
      return call(
        listOpenChannels,
        {
          query: { search: query.search, archived: query.archived ? 'true' : 'false', ...place },
        },
        { signal },
      );
    },
    initialPageParam: undefined as OpenChannel | undefined,
    getNextPageParam: (page) => (page.length < historyPageSize ? undefined : page.at(-1)),
    placeholderData: keepPreviousData,
    // A channel renamed between two pages may occur twice.
    select: ({ pages }) => [...new Map(pages.flat().map((one) => [one.id, one])).values()],
  });
}

/** The first few public channels that match the search; none for an empty search. */
export function useFoundChannels(search: string, limit: number): readonly OpenChannel[] {
  const { data } = useQuery({
    ...queryOptionsFor(listOpenChannels, { query: { search, limit } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  return search === '' || !data ? none : data;
}

const none: readonly OpenChannel[] = [];
