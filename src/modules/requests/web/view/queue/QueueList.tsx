import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { ClipboardCheck, TriangleAlert } from 'lucide-react';
import { call } from '../../../../../platform/web/api/call.ts';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { listRequests, type Queue } from '../../../contract.ts';
import type { ChannelNames } from '../../state/useChannelNames.ts';
import { QueueRow } from './QueueRow.tsx';

interface Props {
  queue: Queue;
  channelId: string | undefined;
  me: number;
  channels: ChannelNames;
}

const howTo =
  'Choose “Create request…” in a message’s menu, or “New request…” next to the message box.';
const empty: Record<Queue, { title: string; description: string }> = {
  mine: {
    title: 'Nothing assigned to you',
    description:
      'Requests you claim or are assigned stay here until they’re done. Check Unassigned for open ones.',
  },
  asked: { title: 'You have no open requests', description: howTo },
  unclaimed: {
    title: 'No unassigned requests',
    description: 'Requests in your conversations that no one has claimed appear here.',
  },
};

/** One of the user's queues: longest overdue first, then by due time. */
export function QueueList({ queue, channelId, me, channels }: Props) {
  const list = useQueue(queue, channelId);
  if (list.isPending) return <PendingRows />;
  if (list.isError) {
    return (
      <NotLoaded what="requests" icon={TriangleAlert} error={list.error} onRetry={list.refetch} />
    );
  }
  if (list.requests.length === 0) return <EmptyState icon={ClipboardCheck} {...empty[queue]} />;
  return (
    <>
      <ul aria-label="Requests" className="divide-y divide-border">
        {list.requests.map((request) => (
          <li key={request.messageId}>
            <QueueRow request={request} me={me} channels={channels} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMore
          isManual
          pending={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

function PendingRows() {
  return [0, 1, 2].map((row) => (
    <div key={row} className="flex flex-col gap-2 border-b border-border px-4 py-3">
      <Skeleton className="h-3 w-40" />
      <Skeleton className="h-3.5 w-4/5" />
      <Skeleton className="h-9 w-full" />
    </div>
  ));
}

const pageSize = 50;

/** The active requests in one of the user's queues, paged. */
function useQueue(queue: Queue, channelId: string | undefined) {
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
