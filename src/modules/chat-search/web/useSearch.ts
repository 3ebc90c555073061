import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../platform/web/api/call.ts';
import { useSettled } from '../../../platform/web/time/useSettled.ts';
import { useTimezone } from '../../../platform/web/time/zone.ts';
import { searchMessages, searchPageSize } from '../contract.ts';

const maxAutoPages = 20;
/** Refetch interval while the index is being built. */
const fillingMs = 3_000;

/** Debounced search results, page by page. */
export function useSearch(typed: string) {
  const q = useSettled(typed.trim());
  const timeZone = useTimezone();
  const query = useInfiniteQuery({
    queryKey: ['chat', 'search', { q, timeZone }],
    queryFn: ({ pageParam, signal }) =>
      call(
        searchMessages,
        { query: { q, timeZone, ...(pageParam && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // Messages may have been edited since.
    staleTime: 0,
    gcTime: 60_000,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && data.pages[0]?.isFilling ? fillingMs : false,
  });
  const pages = q === '' ? undefined : query.data?.pages;
  const results = useMemo(() => {
    const all = pages?.flatMap((page) => page.results) ?? [];
    return [...new Map(all.map((one) => [one.message.id, one])).values()];
  }, [pages]);
  const searchedTo = pages?.at(-1)?.searchedTo ?? null;

  // A search that stopped early with few results continues automatically for some pages.
  const { isFetching, isError, fetchNextPage } = query;
  const continues =
    searchedTo !== null && results.length < searchPageSize && (pages?.length ?? 0) < maxAutoPages;
  useEffect(() => {
    if (continues && !isFetching && !isError) void fetchNextPage();
  }, [continues, isFetching, isError, fetchNextPage]);

  return {
    ...query,
    q,
    results,
    /** How far back a search that stopped early went. */
    searchedTo,
    isFilling: pages?.at(-1)?.isFilling ?? false,
    isWaiting: typed.trim() !== '' && (query.isFetching || q !== typed.trim()),
  };
}
