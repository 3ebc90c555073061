import { clsx } from 'clsx';
import { CheckCheck, MessageSquareText } from 'lucide-react';
import { useMemo } from 'react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { dayName } from '../../../../platform/web/time/days.ts';
import { useTimezone } from '../../../../platform/web/time/zone.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import type { Thread, ThreadState } from '../../contract/threads.ts';
import { MessageRow } from '../messages/row/MessageRow.tsx';
import { buildRows } from '../messages/row/rows.ts';
import { useChat } from '../state/chatContext.ts';
import { useChannelNames } from '../state/conversations/useChannelNames.ts';
import { PlaceContext } from '../state/messages/place.ts';
import { openThread } from '../state/view/openThread.ts';
import { openMessage } from '../state/view/target.ts';
import { useThreadActions } from './useThreadActions.ts';

interface Props {
  thread: Thread;
  onChanged: (state: ThreadState) => void;
}

/** One thread of the inbox: its channel, root message and latest replies. */
export function InboxThread({ thread: { root, replies, state }, onChanged }: Props) {
  const { user } = useChat();
  const { channelOf, nameOf } = useChannelNames();
  const { markRead } = useThreadActions(onChanged);
  const channel = channelOf(root.channelId);
  const place = useMemo(() => ({ channel, threadId: root.id }), [channel, root.id]);
  const timezone = useTimezone();
  const [first, ...rest] = useMemo(
    () => buildRows({ messages: [root, ...replies], pending: [] }, user, undefined, timezone),
    [root, replies, user, timezone],
  );
  const hidden = (root.thread?.replyCount ?? replies.length) - replies.length;
  const open = () => openThread(root.channelId, root.id);
  return (
    <PlaceContext value={place}>
      <section aria-label={`Thread in ${nameOf(root.channelId)}`} className="py-3">
        <header className="flex min-h-7 items-center gap-2 px-4">
          <button
            type="button"
            onClick={() => openMessage(root.channelId, root)}
            className={clsx(
              'max-w-1/2 shrink-0 truncate text-sm hover:underline',
              state.unread > 0 ? 'font-semibold text-text' : 'text-muted',
            )}
          >
            {nameOf(root.channelId)}
          </button>
          <span className="min-w-0 truncate text-xs text-muted">
            {first && dayName(first.at, Date.now())}
          </span>
          <CountBadge count={state.unread} label="unread" />
          {state.unread > 0 && (
            <Button
              size="sm"
              variant="ghost"
              className="ml-auto shrink-0"
              onClick={() => void markRead(state)}
            >
              <CheckCheck aria-hidden />
              Mark as read
            </Button>
          )}
        </header>
        {first && <MessageRow row={{ ...first, startsDay: false, startsGroup: true }} />}
        {hidden > 0 && (
          <button
            type="button"
            onClick={open}
            className="ml-15 min-h-7 text-sm text-accent hover:underline touch:min-h-11"
          >
            Show {plural(hidden, 'earlier reply', 'earlier replies')}
          </button>
        )}
        {rest.map((row) => (
          <MessageRow key={row.key} row={row} />
        ))}
        <div className="px-4 pt-1.5 pl-15">
          <Button size="sm" onClick={open}>
            <MessageSquareText aria-hidden />
            Reply
          </Button>
        </div>
      </section>
    </PlaceContext>
  );
}
