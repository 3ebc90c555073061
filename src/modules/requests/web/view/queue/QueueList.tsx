import { ClipboardCheck } from 'lucide-react';
import { RecordList } from '../../../../../platform/web/records/RecordList.tsx';
import { useRecordPages } from '../../../../../platform/web/records/useRecordList.ts';
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
  const pages = useRecordPages({
    list: listRequests,
    query: { queue, channelId },
    cursorOf: ({ cursor }) => ({ after: cursor }),
  });
  return (
    <RecordList
      pages={pages}
      many="requests"
      icon={ClipboardCheck}
      texts={{ none: empty[queue] }}
      loading={<PendingRows />}
    >
      {(requests) => (
        <ul aria-label="Requests" className="divide-y divide-border">
          {requests.map((request) => (
            <li key={request.messageId}>
              <QueueRow request={request} me={me} channels={channels} />
            </li>
          ))}
        </ul>
      )}
    </RecordList>
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
