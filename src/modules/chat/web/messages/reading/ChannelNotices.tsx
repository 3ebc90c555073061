import { Hash, Lock, MessageSquare, TriangleAlert } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import type { Conversation } from '../../conversations/conversation.ts';

export function FailedMessages({ onRetry }: { onRetry: () => void }) {
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

/** Whether it is not there or not for the one who asks is nobody's business. */
export function ClosedConversation({ onLeave }: { onLeave: () => void }) {
  return (
    <div role="alert" className="flex min-h-0 flex-1 items-center">
      <EmptyState
        icon={Lock}
        title="This conversation is not open to you"
        description="It may be gone, or you are not in it."
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

/** What stands above the first message. */
export function beginningOf({ kind, name, userId }: Conversation, me: number): string {
  if (kind !== 'direct') return `The beginning of ${name}`;
  return userId === me
    ? 'The beginning of your notes'
    : `The beginning of your messages with ${name}`;
}
