import { Forward } from 'lucide-react';
import { momentName } from '../../../../../platform/web/time/days.ts';
import { fullTime } from '../../../../../platform/web/time/moments.ts';
import type { ChatMessage } from '../../../contract.ts';
import { ImportedMark } from '../../parts/ImportedMark.tsx';
import { useChat } from '../../state/chatContext.ts';
import { useChannels } from '../../state/conversations/useChannels.ts';
import { openMessage } from '../../state/view/target.ts';
import { MessageText } from '../text/MessageText.tsx';

type Original = NonNullable<NonNullable<ChatMessage['metadata']>['forwarded']>;

/** The content of a forwarded message. */
export function Forwarded({ forwarded }: { forwarded: Original }) {
  const { user } = useChat();
  const channel = useChannels().data?.find(({ id }) => id === forwarded.channelId);
  const at = Date.parse(forwarded.createdAt);
  return (
    <div className="my-1 border-l-2 border-border-strong pl-3">
      <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
        <Forward aria-hidden className="size-3.5" />
        <span className="font-medium text-text">{forwarded.senderName}</span>
        <time dateTime={forwarded.createdAt} title={fullTime(at)}>
          {momentName(at, Date.now())}
        </time>
        {forwarded.imported && <ImportedMark from={forwarded.imported.from} />}
        {channel && (
          <button
            type="button"
            onClick={() => openMessage(forwarded.channelId, forwarded.messageId)}
            className="text-accent hover:underline"
          >
            {channel.name ? `View in ${channel.name}` : 'View message'}
          </button>
        )}
      </p>
      <div className="text-base text-text">
        <MessageText content={forwarded.content} username={user.username} />
      </div>
    </div>
  );
}
