import { Hash, MessageSquare, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Composer } from '../composer/Composer.tsx';
import type { Conversation } from '../conversations/conversation.ts';
import { StaleNotice } from '../panel/ConnectionStatus.tsx';
import { useChat } from '../panel/chatContext.ts';
import type { ConnectionNotice } from '../panel/useConnectionNotice.ts';
import { Announcer } from './Announcer.tsx';
import { MessageList } from './list/MessageList.tsx';
import { MessageSkeletons } from './MessageSkeletons.tsx';
import { buildRows } from './row/rows.ts';
import { useChannelState } from './useChannelState.ts';
import { useFreshness } from './useFreshness.ts';

interface Props {
  channelId: string;
  conversation: Conversation;
  notice: ConnectionNotice;
}

/** One conversation: its messages and the box to write the next one in. */
export function ChannelView({ channelId, conversation, notice }: Props) {
  useFreshness(channelId, notice.connected);
  return (
    <>
      <StaleNotice notice={notice} />
      <Messages channelId={channelId} conversation={conversation} />
      <Composer channelId={channelId} name={conversation.name} notice={notice} />
    </>
  );
}

function Messages({ channelId, conversation }: Omit<Props, 'notice'>) {
  const { user, session } = useChat();
  const state = useChannelState(channelId);
  const rows = useMemo(() => buildRows(state, user), [state, user]);

  if (state.phase === 'failed') {
    return <FailedMessages onRetry={() => session.history.open(channelId)} />;
  }
  if (state.phase !== 'ready') return <MessageSkeletons />;
  return (
    <>
      <Announcer messages={state.messages} me={user.id} />
      {rows.length === 0 ? (
        <EmptyChannel conversation={conversation} me={user.id} />
      ) : (
        <MessageList
          name={conversation.name}
          beginning={beginningOf(conversation, user.id)}
          rows={rows}
          state={state}
          onOlder={() => void session.history.loadOlder(channelId)}
        />
      )}
    </>
  );
}

function FailedMessages({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex min-h-0 flex-1 items-center">
      <EmptyState
        icon={TriangleAlert}
        title="Failed to fetch channel messages"
        description="The server did not answer, or this conversation is not open to you."
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  );
}

function EmptyChannel({ conversation, me }: { conversation: Conversation; me: number }) {
  return (
    <div className="flex min-h-0 flex-1 items-center">
      <EmptyState
        icon={conversation.kind === 'direct' ? MessageSquare : Hash}
        title="No messages yet"
        description={invitationOf(conversation, me)}
      />
    </div>
  );
}

function invitationOf({ kind, name, userId }: Conversation, me: number): string {
  if (kind !== 'direct') return `Write the first message in ${name}.`;
  if (userId === me) return 'Notes to yourself: nobody else reads them.';
  return `Only you and ${name} read what is written here.`;
}

function beginningOf({ kind, name, userId }: Conversation, me: number): string {
  if (kind !== 'direct') return `The beginning of ${name}`;
  return userId === me
    ? 'The beginning of your notes'
    : `The beginning of your messages with ${name}`;
}
