import { MessagesSquare, TriangleAlert } from 'lucide-react';
import { useCallback } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import type { ThreadState } from '../../contract/threads.ts';
import { MessageSkeletons } from '../messages/MessageSkeletons.tsx';
import { InboxThread } from './InboxThread.tsx';
import { useInbox } from './useInbox.ts';

/** The threads the user follows, unread first. */
export function ThreadsInbox() {
  const inbox = useInbox();
  const { change } = inbox;
  const update = useCallback(
    (state: ThreadState) =>
      change((thread) => (thread.root.id === state.threadId ? { ...thread, state } : thread)),
    [change],
  );
  if (inbox.isPending) return <MessageSkeletons />;
  if (inbox.isError) {
    return (
      <div role="alert" className="flex min-h-0 flex-1 items-center">
        <EmptyState
          icon={TriangleAlert}
          title="Couldn’t load threads"
          action={<Button onClick={() => void inbox.refetch()}>Try again</Button>}
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
            <InboxThread thread={thread} onChanged={update} />
          </li>
        ))}
      </ul>
      {inbox.hasNextPage && (
        <div className="flex justify-center p-3">
          <Button
            size="sm"
            pending={inbox.isFetchingNextPage}
            onClick={() => void inbox.fetchNextPage()}
          >
            Show more threads
          </Button>
        </div>
      )}
    </ScrollArea>
  );
}
