import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime, relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { historyPageSize, listHistory, type VehicleEvent } from '../../contract/history.ts';
import type { VehiclePage } from '../../contract.ts';
import { storyOf } from './story.ts';

/** What happened to a car, latest first. */
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
            <Entry key={event.id} event={event} />
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

function Entry({ event }: { event: VehicleEvent }) {
  const { title, detail } = storyOf(event.data);
  const at = new Date(event.at);
  return (
    <li className="relative flex flex-col gap-0.5 border-l border-border pb-4 pl-4 last:pb-0">
      <span aria-hidden="true" className="absolute top-1.5 -left-1 size-2 rounded-full bg-line" />
      <span className="text-sm font-medium text-text">{title}</span>
      {detail && <span className="text-sm wrap-anywhere text-text">{detail}</span>}
      <span className="text-xs text-muted">
        {`${event.by} · `}
        <time dateTime={event.at} title={exactTime(at)}>
          {relativeTime(at, new Date())}
        </time>
      </span>
    </li>
  );
}
