import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { listThreads, type Thread, threadStateChanged } from '../../contract/threads.ts';
import { newMessage } from '../../contract.ts';
import { useLiveMessages } from '../messages/useLiveMessages.ts';

/** Debounces refetches when many replies arrive. */
const settleMs = 1_000;
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
export function useInbox() {
  const client = useQueryClient();
  const inbox = useInfiniteQuery(query);
  const refetch = useSettled(
    useCallback(() => void client.invalidateQueries({ queryKey: key }), [client]),
  );
  const change = useCallback(
    (update: (thread: Thread) => Thread) =>
      client.setQueryData(query.queryKey, (data) =>
        data ? { ...data, pages: data.pages.map((page) => page.map(update)) } : data,
      ),
    [client],
  );
  useSocketEvent(newMessage, ({ threadId }) => threadId !== null && refetch());
  useSocketEvent(ready, refetch);
  useSocketEvent(threadStateChanged, (state) =>
    change((thread) => (thread.state.threadId === state.threadId ? { ...thread, state } : thread)),
  );
  useLiveMessages((messageId, update) =>
    change((thread) => ({
      ...thread,
      root: thread.root.id === messageId ? update(thread.root) : thread.root,
      replies: thread.replies.map((one) => (one.id === messageId ? update(one) : one)),
    })),
  );
  // A thread may move from one page to another while they are loaded.
  const seen = new Set<string>();
  const threads = (inbox.data?.pages.flat() ?? []).filter(({ root }) => {
    if (seen.has(root.id)) return false;
    seen.add(root.id);
    return true;
  });
  return { ...inbox, threads, change };
}

function useSettled(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, settleMs);
  }, [act]);
}
