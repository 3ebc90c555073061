import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { useTimezone } from '../../../../platform/web/time/zone.ts';
import { messageChanged } from '../../contract/changes.ts';
import { filterMessages, messageStarred } from '../../contract/personal.ts';
import { historyPageSize, newMessage } from '../../contract.ts';
import { type Filters, queryOf } from './filters.ts';

const settleMs = 500;

/** The messages of a channel that match the filters, latest first, page by page. */
export function useFiltered(channelId: string, filters: Filters) {
  const timezone = useTimezone();
  const query = useMemo(() => queryOf(filters, timezone), [filters, timezone]);
  const queryKey = ['chat', 'filtered', channelId, query];
  useRefetchOnChange(channelId);
  const found = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: before, signal }) =>
      call(
        filterMessages,
        { params: { channelId }, query: { ...query, ...(before !== null && { before }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) =>
      page.length < historyPageSize ? undefined : (page[0]?.seq ?? undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const messages = useMemo(
    () => found.data?.pages.flatMap((page) => [...page].reverse()) ?? [],
    [found.data],
  );
  return { ...found, messages };
}

/** Refetches once changes in the channel have settled. */
function useRefetchOnChange(channelId: string): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const queryKey = ['chat', 'filtered', channelId];
  useLiveQueries([queryKey]);
  const scheduleRefetch = (event: { channelId: string }) => {
    if (event.channelId !== channelId) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void client.invalidateQueries({ queryKey }), settleMs);
  };
  useSocketEvent(newMessage, scheduleRefetch);
  useSocketEvent(messageChanged, scheduleRefetch);
  useSocketEvent(messageStarred, scheduleRefetch);
}
