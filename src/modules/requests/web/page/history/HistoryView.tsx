import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, FileX, MessageSquareText } from 'lucide-react';
import { Link } from 'wouter';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { chatNavigate } from '../../../../chat/web/public.ts';
import { getRequestHistory, type RequestHistory } from '../../../contract/history.ts';
import { OutcomeBadge } from '../../parts/OutcomeBadge.tsx';
import { refetchRequests } from '../../state/counts.ts';
import { useChannelNames } from '../../state/useChannelNames.ts';
import { RequestStrip } from '../../strip/RequestStrip.tsx';
import { Facts } from './Facts.tsx';
import { Timeline } from './Timeline.tsx';

interface Props {
  messageId: string;
  me: number;
}

/** One request: its state, details and history. */
export function HistoryView({ messageId, me }: Props) {
  const history = useQuery({
    ...queryOptionsFor(getRequestHistory, { params: { messageId } }),
    staleTime: 0,
  });
  return (
    <div className="flex flex-col gap-5">
      <Link
        href="/requests"
        className="inline-flex min-h-6 items-center gap-1.5 self-start text-sm text-muted hover:text-text touch:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Closed requests
      </Link>
      {history.isPending && <PendingHistory />}
      {history.isError && (
        <div role="alert">
          <EmptyState
            icon={FileX}
            title="Couldn’t load request"
            description={sentenceOf(history.error)}
            action={<Button onClick={() => void history.refetch()}>Try again</Button>}
          />
        </div>
      )}
      {history.isSuccess && <LoadedHistory history={history.data} me={me} />}
    </div>
  );
}

function LoadedHistory({ history, me }: { history: RequestHistory; me: number }) {
  const client = useQueryClient();
  const channels = useChannelNames();
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
        <section aria-labelledby="request-details">
          <h3 id="request-details" className="pb-3 text-sm font-medium text-muted">
            Details
          </h3>
          <Facts request={request} conversation={channels.nameOf(channelId, request.channelName)} />
        </section>
        <section aria-labelledby="request-history">
          <h3 id="request-history" className="pb-3 text-sm font-medium text-muted">
            History
          </h3>
          <Timeline events={events} me={me} />
        </section>
      </div>
    </article>
  );
}

function PendingHistory() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-5 w-96 max-w-full" />
      <Skeleton className="h-10 max-w-3xl" />
      <Skeleton className="h-60" />
    </div>
  );
}
