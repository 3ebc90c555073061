import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Channel } from '../../contract/channels.ts';
import { Composer } from '../composer/Composer.tsx';
import { DropArea } from '../composer/files/DropArea.tsx';
import { TypingLine } from '../messages/TypingLine.tsx';
import { StaleNotice } from '../parts/StaleNotice.tsx';
import { useChat } from '../state/chatContext.ts';
import { PlaceContext } from '../state/messages/place.ts';
import type { ThreadWindow } from '../state/store/threadWindow.ts';
import type { ConnectionNotice } from '../state/useConnectionNotice.ts';
import type { OpenThread } from '../state/view/openThread.ts';
import { ThreadHeader } from './ThreadHeader.tsx';
import { ThreadMessages } from './ThreadMessages.tsx';

interface Props {
  thread: OpenThread;
  /** The conversation's name. */
  name: string;
  channel: Channel | undefined;
  notice: ConnectionNotice;
  onClose: () => void;
}

/** A thread with its composer, next to its conversation or over it. */
export default function ThreadPane({ thread: opened, name, channel, notice, onClose }: Props) {
  const { channelId, threadId, reply } = opened;
  const thread = useThread(channelId, threadId);
  const place = useMemo(() => ({ channel, threadId }), [channel, threadId]);
  useRestoredFocus();
  return (
    <PlaceContext value={place}>
      <ThreadHeader
        name={name}
        replies={thread.root?.thread?.replyCount ?? 0}
        state={thread.state}
        onClose={onClose}
      />
      <DropArea channelId={channelId} threadId={threadId}>
        <StaleNotice notice={notice} beside />
        <ThreadMessages thread={thread} name={name} reply={reply} />
        <TypingLine channelId={channelId} threadId={threadId} />
        <Composer channelId={channelId} threadId={threadId} name={name} notice={notice} />
      </DropArea>
    </PlaceContext>
  );
}

/** A thread, loaded and kept current while on screen. */
function useThread(channelId: string, threadId: string): ThreadWindow {
  const { threads } = useChat().session;
  const watch = useCallback(
    (watcher: () => void) => threads.watch(threadId, watcher),
    [threads, threadId],
  );
  useEffect(() => threads.openThread(channelId, threadId), [threads, channelId, threadId]);
  return useSyncExternalStore(watch, () => threads.get(threadId));
}

/** Returns the focus to where the thread was opened. */
function useRestoredFocus(): void {
  const origin = useRef(document.activeElement);
  // Read now: the pressed button disappears once the pointer leaves its row.
  const row = useRef(origin.current?.closest<HTMLElement>('[data-row]')?.dataset.row);
  useEffect(() => {
    const { current: element } = origin;
    const { current: key } = row;
    return () => {
      const back = key === undefined ? element : rowOf(key);
      if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    };
  }, []);
}

const rowOf = (key: string) => document.querySelector(`[data-row="${CSS.escape(key)}"]`);
