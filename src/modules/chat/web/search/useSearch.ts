import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { useSettled } from '../../../../platform/web/time/useSettled.ts';
import { useTimezone } from '../../../../platform/web/time/zone.ts';
import { searchMessages, searchPageSize } from '../../contract/search.ts';

const patientPages = 20;
/** While the index is being filled, so often it is asked again. */
const fillingMs = 3_000;

/** What is found, a page at a time, once the person has paused. */
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
    // What was found a while ago may say something else by now.
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

  // A search that comes back early with little goes on by itself for a while.
  const { isFetching, fetchNextPage } = query;
  const goesOn =
    searchedTo !== null && results.length < searchPageSize && (pages?.length ?? 0) < patientPages;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);

  return {
    ...query,
    q,
    results,
    /** How far back a search that stopped early has come. */
    searchedTo,
    isFilling: pages?.at(-1)?.isFilling ?? false,
    isWaiting: typed.trim() !== '' && (query.isFetching || q !== typed.trim()),
  };
}
