import { Star, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import type { ChatMessage } from '../../contract.ts';
import { MessageSkeletons } from '../messages/MessageSkeletons.tsx';
import { PlaceContext } from '../messages/place.ts';
import { MessageRow } from '../messages/row/MessageRow.tsx';
import { buildRows } from '../messages/row/rows.ts';
import { useChat } from '../panel/chatContext.ts';
import { useChannelNames } from '../threads/useChannelNames.ts';
import { openMessage } from '../view/target.ts';
import { useStarred } from './useStarred.ts';

/** The user's starred messages. */
export function StarredView() {
  const starred = useStarred();
  if (starred.isPending) return <MessageSkeletons />;
  if (starred.isError) {
    return (
      <div role="alert" className="flex min-h-0 flex-1 items-center">
        <EmptyState
          icon={TriangleAlert}
          title="Couldn’t load starred messages"
          action={<Button onClick={() => void starred.refetch()}>Try again</Button>}
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
        <div className="flex justify-center p-3">
          <Button
            size="sm"
            pending={starred.isFetchingNextPage}
            onClick={() => void starred.fetchNextPage()}
          >
            Show more messages
          </Button>
        </div>
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
