import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { HistoryEntry } from '../../../../platform/web/ui/HistoryEntry.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { historyPageSize, listHistory } from '../../contract/history.ts';
import type { VehiclePage } from '../../contract.ts';
import { describeEvent } from './events.ts';

/** History, newest first. */
export function History({ car }: { car: VehiclePage }) {
  const params = { vehicleId: car.id };
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...queryKeyFor(listHistory, { params }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listHistory, { params, query: pageParam ? { before: pageParam } : {} }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < historyPageSize ? undefined : page.at(-1)?.id),
    refetchOnMount: 'always',
  });
  const events = data?.pages.flat();
  return (
    <section aria-label="History" className="min-w-0">
      <h3 className="border-b border-border pb-2 text-sm font-semibold text-text">History</h3>
      {events ? (
        <ol className="flex flex-col pt-3">
          {events.map((event) => (
            <HistoryEntry
              key={event.id}
              {...describeEvent(event.data)}
              by={event.by}
              at={event.at}
            />
          ))}
        </ol>
      ) : (
        <Skeleton className="mt-3 h-40" />
      )}
      {hasNextPage && (
        <Button size="sm" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier
        </Button>
      )}
    </section>
  );
}
