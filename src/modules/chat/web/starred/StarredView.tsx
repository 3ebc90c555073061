import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Star, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import { listStarred, messageStarred } from '../../contract/personal.ts';
import type { ChatMessage } from '../../contract.ts';
import { MessageRow } from '../messages/row/MessageRow.tsx';
import { buildRows } from '../messages/row/rows.ts';
import { MessageSkeletons } from '../parts/MessageSkeletons.tsx';
import { useChat } from '../state/chatContext.ts';
import { useChannelNames } from '../state/conversations/useChannelNames.ts';
import { PlaceContext } from '../state/messages/place.ts';
import { useLiveMessages } from '../state/messages/useLiveMessages.ts';
import { openMessage } from '../state/view/target.ts';

/** The user's starred messages. */
export default function StarredView() {
  const starred = useStarred();
  if (starred.isPending) return <MessageSkeletons />;
  if (starred.isError) {
    return (
      <div className="flex min-h-0 flex-1 items-center">
        <NotLoaded
          what="starred messages"
          error={starred.error}
          icon={TriangleAlert}
          onRetry={starred.refetch}
        />
      </div>
    );
  }
  if (starred.messages.length === 0) {
    return (
      <div className="flex min-h-0 flex-1 items-center">
        <EmptyState
          icon={Star}
          title="No starred messages"
          description="Star a message to find it here. Only you see your stars."
        />
      </div>
    );
  }
  return (
    <ScrollArea className="min-h-0 flex-1">
      <ul aria-label="Starred messages" className="divide-y divide-border">
        {starred.messages.map((message) => (
          <li key={message.id}>
            <StarredMessage message={message} />
          </li>
        ))}
      </ul>
      {starred.hasNextPage && (
        <LoadMore
          isManual
          label="Show more messages"
          pending={starred.isFetchingNextPage}
          onMore={() => void starred.fetchNextPage()}
        />
      )}
    </ScrollArea>
  );
}

function StarredMessage({ message }: { message: ChatMessage }) {
  const { user } = useChat();
  const { channelOf, nameOf } = useChannelNames();
  const channel = channelOf(message.channelId);
  const place = useMemo(() => ({ channel, threadId: null }), [channel]);
  const [row] = useMemo(
    () => buildRows({ messages: [message], pending: [] }, user),
    [message, user],
  );
  if (!row) return null;
  return (
    <PlaceContext value={place}>
      <div className="py-2">
        <button
          type="button"
          aria-label={`Go to message in ${nameOf(message.channelId)}`}
          onClick={() => openMessage(message.channelId, message)}
          className="mx-4 min-h-6 max-w-full truncate text-sm text-muted hover:text-text hover:underline touch:min-h-11"
        >
          {nameOf(message.channelId)}
        </button>
        <MessageRow row={row} />
      </div>
    </PlaceContext>
  );
}

const isListed = ({ isStarred, deletedAt }: ChatMessage) => isStarred && deletedAt === null;

const query = infiniteQueryOptions({
  queryKey: ['chat', 'starred'],
  queryFn: ({ pageParam, signal }) =>
    call(listStarred, { query: { offset: pageParam } }, { signal }),
  initialPageParam: 0,
  // Those unstarred or deleted since they were loaded no longer count on the server.
  getNextPageParam: (page, pages) =>
    page.length > 0 ? pages.flat().filter(isListed).length : undefined,
  staleTime: 0,
});

/** The user's starred messages, latest star first. */
function useStarred() {
  const client = useQueryClient();
  const starred = useInfiniteQuery(query);
  useLiveMessages((messageId, update) =>
    client.setQueryData(query.queryKey, (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) =>
              page.map((one) => (one.id === messageId ? update(one) : one)),
            ),
          }
        : data,
    ),
  );
  // A newly starred message must be fetched.
  useSocketEvent(messageStarred, (star) => {
    if (star.starred) void client.invalidateQueries({ queryKey: query.queryKey });
  });
  useLiveQueries([query.queryKey]);
  const messages = (starred.data?.pages.flat() ?? []).filter(({ isStarred }) => isStarred);
  return { ...starred, messages };
}
