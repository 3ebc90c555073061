import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordHistory } from '../../../../platform/web/records/RecordSection.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { historyPageSize, listHistory } from '../../contract/history.ts';
import type { VehiclePage } from '../../contract.ts';
import { describeEvent } from './events.ts';

/** History over all stays, newest first; what happened in another stay begins with its number. */
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
  return (
    <RecordHistory
      events={data?.pages.flat().map(({ data: event, ...one }) => ({
        ...one,
        data: { event, stay: one.stay },
      }))}
      describe={({ event, stay }) => {
        const { title, detail } = describeEvent(event);
        return { title: stay === null ? title : `${stay}: ${title}`, detail };
      }}
      footer={
        hasNextPage && (
          <LoadMore
            isManual
            label="Show earlier"
            pending={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
          />
        )
      }
    />
  );
}
