import { useQueryClient } from '@tanstack/react-query';
import { FileX, MessageSquareText } from 'lucide-react';
import { RecordSection } from '../../../../../platform/web/records/RecordSection.tsx';
import { RecordView, useRecord } from '../../../../../platform/web/records/RecordView.tsx';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { chatNavigate } from '../../../../chat/web/public.ts';
import { getRequestHistory, type RequestHistory } from '../../../contract/history.ts';
import { OutcomeBadge } from '../../parts/OutcomeBadge.tsx';
import { refetchRequests } from '../../state/counts.ts';
import { type ChannelNames, useChannelNames } from '../../state/useChannelNames.ts';
import { RequestStrip } from '../../strip/RequestStrip.tsx';
import { Facts } from './Facts.tsx';
import { Timeline } from './Timeline.tsx';

interface Props {
  messageId: string;
  me: number;
}

/** One request: its state, details and history. */
export function HistoryView({ messageId, me }: Props) {
  const channels = useChannelNames();
  return (
    <RecordView
      record={useRecord(getRequestHistory, { params: { messageId } })}
      icon={FileX}
      title="Request"
      titleOf={() => 'Request'}
      subtitleOf={({ channelId, channelName }) => channels.nameOf(channelId, channelName)}
      list={{ href: '/requests', label: 'Closed requests' }}
      missing={{
        title: 'Request not found',
        description: 'Its message was deleted, or you’re no longer in the conversation.',
      }}
    >
      {(history) => <LoadedHistory history={history} me={me} channels={channels} />}
    </RecordView>
  );
}

interface LoadedProps {
  history: RequestHistory;
  me: number;
  channels: ChannelNames;
}

function LoadedHistory({ history, me, channels }: LoadedProps) {
  const client = useQueryClient();
  const { channelId, messageId, events, canModerate, open, ...request } = history;
  return (
    <article className="flex flex-col gap-6">
      <header className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 className="max-w-3xl min-w-0 flex-1 basis-80 text-lg font-semibold wrap-anywhere text-text">
            {request.content}
          </h2>
          <span className="flex shrink-0 items-center gap-3">
            <OutcomeBadge request={request} />
            <Button size="sm" onClick={() => chatNavigate({ channelId, messageId })}>
              <MessageSquareText aria-hidden />
              Open message
            </Button>
          </span>
        </div>
        <RequestStrip
          request={request}
          target={{ channelId, messageId }}
          me={me}
          canModerate={canModerate}
          open={open}
          hasHistory
          take={() => refetchRequests(client)}
          className="max-w-3xl"
        />
      </header>
      <div className="grid gap-x-12 gap-y-8 @3xl:grid-cols-[18rem_minmax(0,1fr)]">
        <RecordSection label="Details">
          <Facts request={request} conversation={channels.nameOf(channelId, request.channelName)} />
        </RecordSection>
        <RecordSection label="History">
          <Timeline events={events} me={me} />
        </RecordSection>
      </div>
    </article>
  );
}
