import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { BarChart3, FilterX, Paperclip, Star } from 'lucide-react';
import { useMemo } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { shortTime } from '../../../../platform/web/time/moments.ts';
import { useDebounced } from '../../../../platform/web/time/useDebounced.ts';
import { useTimezone } from '../../../../platform/web/time/zone.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import { messageChanged } from '../../contract/changes.ts';
import { filterMessages, messageStarred } from '../../contract/personal.ts';
import { type ChatMessage, historyPageSize, newMessage } from '../../contract.ts';
import { preview } from '../messages/text/preview.ts';
import { ImportedNote } from '../parts/ImportedMark.tsx';
import { MessageSkeletons } from '../parts/MessageSkeletons.tsx';
import { UrgentMark } from '../parts/UrgentMark.tsx';
import { openMessage } from '../state/view/target.ts';
import { type Filters, queryOf, useFilters } from './filters.ts';

/** Shown in place of the conversation while filters are set. */
export default function FilteredMessages({ channelId }: { channelId: string }) {
  const { filters, setOpen, clear } = useFilters(channelId);
  const { messages, isPending, error, refetch, ...more } = useFiltered(channelId, filters);
  if (isPending) return <MessageSkeletons />;
  if (error) return <NotLoaded what="messages" error={error} icon={FilterX} onRetry={refetch} />;
  if (messages.length === 0) {
    return (
      <EmptyState
        icon={FilterX}
        title="No messages match these filters"
        description="Remove a filter to see more."
        action={<Button onClick={clear}>Clear filters</Button>}
      />
    );
  }
  const jump = (message: ChatMessage) => {
    clear();
    setOpen(false);
    openMessage(channelId, message);
  };
  return (
    <ScrollArea className="min-h-0 flex-1">
      <p role="status" className="px-4 pt-3 text-xs text-muted">
        {more.hasNextPage ? `The latest ${messages.length}` : plural(messages.length, 'message')}
      </p>
      <ul aria-label="Filtered messages" className="divide-y divide-border px-2 pb-2">
        {messages.map((message) => (
          <Found key={message.id} message={message} onJump={() => jump(message)} />
        ))}
      </ul>
      {more.hasNextPage && (
        <LoadMore
          isManual
          label="Show older messages"
          pending={more.isFetchingNextPage}
          onMore={() => void more.fetchNextPage()}
        />
      )}
    </ScrollArea>
  );
}

function Found({ message, onJump }: { message: ChatMessage; onJump: () => void }) {
  const { senderName, senderInitials, createdAt, attachments, isStarred } = message;
  return (
    <li className="flex items-start gap-3 px-2 py-3">
      <Avatar name={senderName} initials={senderInitials} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <span className="truncate text-base font-semibold text-text">{senderName}</span>
          <time dateTime={createdAt} className="shrink-0 text-xs text-muted">
            {shortTime(createdAt)}
          </time>
          <ImportedNote message={message} />
          {isStarred && (
            <Star aria-label="Starred" className="size-3.5 shrink-0 self-center text-warning" />
          )}
        </p>
        {message.metadata?.urgent && <UrgentMark reason={message.metadata.urgent.reason} />}
        <p className="line-clamp-3 text-base wrap-anywhere text-text">{preview(message)}</p>
        {message.messageType === 'poll' && (
          <Fact icon={BarChart3}>{plural(optionsOf(message), 'option')}</Fact>
        )}
        {attachments.length > 0 && (
          <Fact icon={Paperclip}>{attachments.map(({ name }) => name).join(', ')}</Fact>
        )}
      </div>
      <Button size="sm" aria-label={`Jump to message from ${senderName}`} onClick={onJump}>
        Jump
      </Button>
    </li>
  );
}

const optionsOf = ({ metadata }: ChatMessage) => metadata?.poll?.options.length ?? 0;

function Fact({ icon: Icon, children }: { icon: typeof Star; children: string }) {
  return (
    <p className="flex items-center gap-1.5 text-sm text-muted">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{children}</span>
    </p>
  );
}

const refetchPauseMs = 500;

/** The messages of a channel that match the filters, latest first, page by page. */
function useFiltered(channelId: string, filters: Filters) {
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
  const queryKey = ['chat', 'filtered', channelId];
  useLiveQueries([queryKey]);
  const refetch = useDebounced(() => void client.invalidateQueries({ queryKey }), refetchPauseMs);
  const scheduleRefetch = (event: { channelId: string }) => {
    if (event.channelId === channelId) refetch();
  };
  useSocketEvent(newMessage, scheduleRefetch);
  useSocketEvent(messageChanged, scheduleRefetch);
  useSocketEvent(messageStarred, scheduleRefetch);
}
