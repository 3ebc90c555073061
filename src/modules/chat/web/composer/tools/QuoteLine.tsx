import { Reply, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { useChat } from '../../state/chatContext.ts';

interface Props {
  channelId: string;
  draftKey: string;
  /** The quoted message; null if there is none. */
  messageId: string | null;
}

/** The message the draft replies to. */
export function QuoteLine({ channelId, draftKey, messageId }: Props) {
  const { session } = useChat();
  const find = () =>
    messageId === null
      ? undefined
      : session.store.get(channelId).messages.find(({ id }) => id === messageId);
  const watch = (watcher: () => void) => session.store.watch(channelId, watcher);
  const quoted = useSyncExternalStore(watch, find, find);
  if (messageId === null) return null;
  return (
    <div className="flex min-w-0 items-center gap-2 border-b border-border py-0.5 pr-1 pl-3 text-sm text-muted">
      <Reply aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate">
        Replying to{' '}
        <span className="font-medium text-text">{quoted?.senderName ?? 'a message'}</span>
        {quoted?.content && `: ${quoted.content}`}
      </span>
      <IconButton
        label="Remove quote"
        icon={X}
        size="sm"
        className="touch:size-11!"
        onClick={() => session.drafts.setReplyTo(draftKey, null)}
      />
    </div>
  );
}
