import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { listOpenChannels, type OpenChannel } from '../../contract/channels.ts';
import { historyPageSize } from '../../contract.ts';

interface Wanted {
  search: string;
  archived: boolean;
}

/** The public channels there are, joined or not, page by page; those archived too where asked for. */
export function useOpenChannels(wanted: Wanted) {
  return useInfiniteQuery({
    queryKey: [...queryKeyFor(listOpenChannels), 'pages', wanted],
    queryFn: ({ pageParam: last, signal }) => {
      const place = last && { after: last.name, afterId: last.id };
      return call(
        listOpenChannels,
        {
          query: { search: wanted.search, archived: wanted.archived ? 'true' : 'false', ...place },
        },
        { signal },
      );
    },
    initialPageParam: undefined as OpenChannel | undefined,
    getNextPageParam: (page) => (page.length < historyPageSize ? undefined : page.at(-1)),
    placeholderData: keepPreviousData,
    // One that was renamed meanwhile may come twice.
    select: ({ pages }) => [...new Map(pages.flat().map((one) => [one.id, one])).values()],
  });
}

/** The first few public channels that answer to what was typed; none before anything is. */
export function useFoundChannels(search: string, limit: number): readonly OpenChannel[] {
  const { data } = useQuery({
    ...queryOptionsFor(listOpenChannels, { query: { search, limit } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  return search === '' || !data ? none : data;
}

const none: readonly OpenChannel[] = [];
