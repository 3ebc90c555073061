import { TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTimezone } from '../../../../platform/web/time/zone.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Announcer } from '../messages/Announcer.tsx';
import { type ListHandle, MessageList } from '../messages/list/MessageList.tsx';
import { useEditOffer } from '../messages/list/useEditOffer.ts';
import { useLine } from '../messages/list/useLine.ts';
import type { Shown } from '../messages/list/useShown.ts';
import { buildRows, type Row } from '../messages/row/rows.ts';
import { MessageSkeletons } from '../parts/MessageSkeletons.tsx';
import { useChat } from '../state/chatContext.ts';
import type { Reply, ThreadWindow } from '../state/store/threadWindow.ts';

const noop = () => {};
const threadSeqOf = ({ threadSeq }: Reply) => threadSeq;

interface Props {
  thread: ThreadWindow;
  name: string;
  /** The reply to show. */
  reply: Shown | undefined;
}

/** A thread's root message and its replies. */
export function ThreadMessages({ thread, name, reply }: Props) {
  const { user, session } = useChat();
  const { threadId, channelId, phase } = thread;
  const list = useRef<ListHandle>(null);
  const timezone = useTimezone();
  const firstNewId = useFirstNewReply(thread);
  const shown = useReplyShown(thread, reply);
  const rows = useMemo(
    () => rowsOf(thread, user, firstNewId, timezone),
    [thread, user, firstNewId, timezone],
  );
  useEditOffer(channelId, threadId, rows, list);

  if (phase === 'failed') {
    return (
      <div role="alert" className="flex min-h-0 flex-1 items-center">
        <EmptyState
          icon={TriangleAlert}
          title="Couldn’t load thread"
          description="The server didn’t respond, or you don’t have access to this conversation."
          action={
            <Button onClick={() => session.threads.openThread(channelId, threadId)}>
              Try again
            </Button>
          }
        />
      </div>
    );
  }
  if (phase !== 'ready') return <MessageSkeletons />;
  const markRowRead = (row: Row) => {
    const last = thread.replies.at(-1)?.threadSeq;
    const seq = row.message ? row.message.threadSeq : last;
    if (row.message?.id !== threadId && seq) session.readThread(threadId, seq);
  };
  return (
    <>
      <Announcer messages={thread.replies} placeOf={threadSeqOf} live me={user.id} />
      <MessageList
        name={`thread in ${name}`}
        beginning={`The beginning of a thread in ${name}`}
        rows={rows}
        edges={{ ...thread, reachedEnd: true, newer: 'idle' }}
        shown={shown}
        unread={null}
        fromTop
        handle={list}
        onOlder={() => void session.threads.loadOlderReplies(threadId)}
        onNewer={noop}
        onLatest={() => list.current?.scrollToEnd()}
        onSeen={markRowRead}
      />
    </>
  );
}

/** The root message is shown above the replies once all of them are loaded. */
function rowsOf(
  { root, replies, pending, reachedStart }: ThreadWindow,
  me: Parameters<typeof buildRows>[1],
  firstNewId: string | undefined,
  timeZone: string,
) {
  const messages = root && reachedStart ? [root, ...replies] : replies;
  return buildRows({ messages, pending }, me, firstNewId, timeZone);
}

/** The reply below the "New messages" separator, in a followed thread. */
function useFirstNewReply({ state, replies }: ThreadWindow): string | undefined {
  const { user } = useChat();
  const line = useLine(state?.following ? state : undefined);
  if (!line) return undefined;
  const { lastReadSeq } = line;
  return replies.find(({ threadSeq, senderId }) => threadSeq > lastReadSeq && senderId !== user.id)
    ?.id;
}

/** The targeted reply once loaded; loads earlier replies until then. */
function useReplyShown(thread: ThreadWindow, reply: Shown | undefined): Shown | null {
  const { threads } = useChat().session;
  const { threadId, phase, older, reachedStart, replies } = thread;
  const isLoaded = replies.some(({ id }) => id === reply?.messageId);
  const isMissing = reply !== undefined && !isLoaded && phase === 'ready' && !reachedStart;
  const first = replies[0]?.threadSeq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page without it loads the next
  useEffect(() => {
    if (isMissing && older === 'idle') void threads.loadOlderReplies(threadId);
  }, [threads, threadId, isMissing, older, first]);
  return reply && isLoaded ? reply : null;
}
