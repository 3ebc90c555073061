import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { MessagesSquare, TriangleAlert } from 'lucide-react';
import { call } from '../../../../platform/web/api/call.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { useDebounced } from '../../../../platform/web/time/useDebounced.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import {
  listThreads,
  type Thread,
  type ThreadState,
  threadStateChanged,
} from '../../contract/threads.ts';
import { newMessage } from '../../contract.ts';
import { MessageSkeletons } from '../parts/MessageSkeletons.tsx';
import { useLiveMessages } from '../state/messages/useLiveMessages.ts';
import { InboxThread } from './InboxThread.tsx';

/** The threads the user follows, unread first. */
export default function ThreadsInbox() {
  const inbox = useInbox();
  if (inbox.isPending) return <MessageSkeletons />;
  if (inbox.isError) {
    return (
      <div className="flex min-h-0 flex-1 items-center">
        <NotLoaded
          what="threads"
          error={inbox.error}
          icon={TriangleAlert}
          onRetry={inbox.refetch}
        />
      </div>
    );
  }
  if (inbox.threads.length === 0) {
    return (
      <div className="flex min-h-0 flex-1 items-center">
        <EmptyState
          icon={MessagesSquare}
          title="No threads yet"
          description="Reply in a thread to follow it. Followed threads appear here."
        />
      </div>
    );
  }
  return (
    <ScrollArea className="min-h-0 flex-1">
      <ul aria-label="Threads" className="divide-y divide-border">
        {inbox.threads.map((thread) => (
          <li key={thread.root.id}>
            <InboxThread thread={thread} onChanged={inbox.takeState} />
          </li>
        ))}
      </ul>
      {inbox.hasNextPage && (
        <LoadMore
          isManual
          label="Show more threads"
          pending={inbox.isFetchingNextPage}
          onMore={() => void inbox.fetchNextPage()}
        />
      )}
    </ScrollArea>
  );
}

/** Debounces refetches when many replies arrive. */
const refetchPauseMs = 1_000;
const key = ['chat', 'threads'];

const query = infiniteQueryOptions({
  queryKey: key,
  queryFn: ({ pageParam, signal }) =>
    call(listThreads, { query: { offset: pageParam } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: (page, _, offset) => (page.length > 0 ? offset + page.length : undefined),
  // Refetched on every visit: unread states change.
  staleTime: 0,
});

/** The threads the user follows, unread first. */
function useInbox() {
  const client = useQueryClient();
  const inbox = useInfiniteQuery(query);
  // A thread may move from one page to another while they are loaded.
  const byId = new Map(inbox.data?.pages.flat().map((thread) => [thread.root.id, thread]));
  const refetch = useDebounced(
    () => void client.invalidateQueries({ queryKey: key }),
    refetchPauseMs,
  );
  const change = (update: (thread: Thread) => Thread) =>
    client.setQueryData(query.queryKey, (data) =>
      data ? { ...data, pages: data.pages.map((page) => page.map(update)) } : data,
    );
  const takeState = (state: ThreadState) => {
    const before = byId.get(state.threadId)?.state;
    // The next page, which is found by its offset, would skip a thread.
    if (inbox.hasNextPage && before && movesDown(before, state)) refetch();
    change((thread) => (thread.root.id === state.threadId ? { ...thread, state } : thread));
  };
  useSocketEvent(newMessage, ({ threadId }) => threadId !== null && refetch());
  useSocketEvent(threadStateChanged, takeState);
  useLiveQueries([key]);
  useLiveMessages((messageId, update) =>
    change((thread) => ({
      ...thread,
      root: thread.root.id === messageId ? update(thread.root) : thread.root,
      replies: thread.replies.map((one) => (one.id === messageId ? update(one) : one)),
    })),
  );
  return { ...inbox, threads: [...byId.values()], takeState };
}

/** Unread threads come first, and those no longer followed are not listed. */
function movesDown(before: ThreadState, after: ThreadState): boolean {
  return (before.unread > 0 && after.unread === 0) || (before.following && !after.following);
}
