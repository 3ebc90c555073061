import { ClipboardCheck, TriangleAlert } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import type { Queue } from '../../../contract.ts';
import type { ChannelNames } from '../useChannelNames.ts';
import { QueueRow } from './QueueRow.tsx';
import { useQueue } from './useQueue.ts';

interface Props {
  queue: Queue;
  channelId: string | undefined;
  me: number;
  channels: ChannelNames;
}

const howTo =
  'Choose “Make a request…” in the menu of a message, or “New request…” beside the box.';
const empty: Record<Queue, { title: string; description: string }> = {
  mine: {
    title: 'You have nothing to do here',
    description: 'What you claim or are given stands here until it is done. Look into Unclaimed.',
  },
  asked: { title: 'Nothing you asked for is open', description: howTo },
  unclaimed: {
    title: 'Everything has an owner',
    description: 'What nobody has claimed yet in your conversations appears here.',
  },
};

/** One of my queues: what is overdue longest first, then by when it is due. */
export function QueueList({ queue, channelId, me, channels }: Props) {
  const list = useQueue(queue, channelId);
  if (list.isPending) return <PendingRows />;
  if (list.isError) {
    return (
      <div role="alert">
        <EmptyState
          icon={TriangleAlert}
          title="The requests could not be loaded"
          action={<Button onClick={() => void list.refetch()}>Try again</Button>}
        />
      </div>
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
        <div className="flex justify-center p-3">
          <Button
            size="sm"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more requests
          </Button>
        </div>
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
