import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { useChat } from '../../state/chatContext.ts';
import type { PendingMessage } from '../../state/store/channelState.ts';

/** Why a message was not sent, with actions. */
export function FailedSend({ message }: { message: PendingMessage }) {
  const { session } = useChat();
  const acceptsSensitive = message.needsConfirmation ?? message.acceptsSensitive ?? false;
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(message.content);
    setCopied(true);
  };
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-danger">
      <span className="flex items-center gap-1.5">
        <CircleAlert aria-hidden className="size-3.5 shrink-0" />
        Couldn’t send: {message.failure}
      </span>
      <span className="flex gap-1">
        <Button
          size="sm"
          onClick={({ currentTarget }) => {
            // The button disappears with the error: move the focus to the message.
            currentTarget.closest<HTMLElement>('[data-row]')?.focus();
            session.retry({ ...message, acceptsSensitive });
          }}
        >
          {message.needsConfirmation ? 'Send anyway' : 'Retry'}
        </Button>
        <Button size="sm" onClick={() => void copy().catch(() => setCopied(false))}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          size="sm"
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>('[role="log"]')?.focus();
            session.discard(message);
          }}
        >
          Delete
        </Button>
      </span>
    </div>
  );
}
