import { Hash, Lock, MessageSquare, TriangleAlert } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import type { Conversation } from '../../state/conversations/conversation.ts';

export function FailedMessages({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex min-h-0 flex-1 items-center">
      <EmptyState
        icon={TriangleAlert}
        title="Failed to fetch channel messages"
        description="The server didn’t respond, or you don’t have access to this conversation."
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  );
}

/** Does not reveal whether the conversation exists. */
export function ClosedConversation({ onLeave }: { onLeave: () => void }) {
  return (
    <div role="alert" className="flex min-h-0 flex-1 items-center">
      <EmptyState
        icon={Lock}
        title="You don’t have access to this conversation"
        description="It may have been deleted, or you’re not a member."
        action={<Button onClick={onLeave}>Team Directory</Button>}
      />
    </div>
  );
}

export function EmptyChannel({ conversation, me }: { conversation: Conversation; me: number }) {
  return (
    <div className="flex min-h-0 flex-1 items-center">
      <EmptyState
        icon={conversation.kind === 'direct' ? MessageSquare : Hash}
        title="No messages yet"
        description={emptyTextOf(conversation, me)}
      />
    </div>
  );
}

function emptyTextOf({ kind, name, userId }: Conversation, me: number): string {
  if (kind !== 'direct') return `Send the first message in ${name}.`;
  if (userId === me) return 'Notes to yourself. Only you can see them.';
  return `Only you and ${name} can see these messages.`;
}

/** The text above the first message. */
export function beginningOf({ kind, name, userId }: Conversation, me: number): string {
  if (kind !== 'direct') return `The beginning of ${name}`;
  return userId === me
    ? 'The beginning of your notes'
    : `The beginning of your messages with ${name}`;
}
