import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTimezone } from '../../../../../platform/web/time/zone.ts';
import { MessageSkeletons } from '../../parts/MessageSkeletons.tsx';
import { useWarmCards } from '../../records/cards.ts';
import { useChat } from '../../state/chatContext.ts';
import type { Conversation } from '../../state/conversations/conversation.ts';
import { useUnread } from '../../state/conversations/useUnread.ts';
import { announceShown } from '../../state/early.ts';
import { hasPartsOf, loadPartsOf } from '../../state/extensions.ts';
import {
  type ChannelState,
  lastSeqOf,
  type TimelineMessage,
} from '../../state/store/channelState.ts';
import { useCovered } from '../../state/view/covered.ts';
import { leaveAt } from '../../state/view/target.ts';
import { Announcer } from '../Announcer.tsx';
import { DrawnList } from '../list/DrawnList.tsx';
import { type ListHandle, MessageList } from '../list/MessageList.tsx';
import { useEditOffer } from '../list/useEditOffer.ts';
import { useLine } from '../list/useLine.ts';
import { buildRows, type Row } from '../row/rows.ts';
import { beginningOf, EmptyChannel, FailedMessages } from './ChannelNotices.tsx';
import { useTargetMessage } from './useTargetMessage.ts';

/** The server cannot measure. */
const List = typeof document === 'undefined' ? DrawnList : MessageList;

const seqOf = ({ seq }: TimelineMessage) => seq;

interface Props {
  channelId: string;
  conversation: Conversation;
}

/** The loaded messages of a channel. */
export function Timeline({ channelId, conversation }: Props) {
  const { user, session } = useChat();
  const { history } = session;
  const state = useChannelState(channelId);
  useWarmCards(state.messages);
  const firstNew = useFirstNew(state);
  const [seenNew, setSeenNew] = useState<FirstNew['seq'] | null>(null);
  const { shown, show } = useTargetMessage(channelId);
  const covered = useCovered();
  const { isPending } = useUnread();
  const list = useRef<ListHandle>(null);
  const timezone = useTimezone();
  const rows = useMemo(
    () => buildRows(state, user, firstNew?.messageId, timezone),
    [state, user, firstNew?.messageId, timezone],
  );
  const isShown = state.phase === 'ready' || state.phase === 'failed';
  useLayoutEffect(() => {
    if (!isShown) return;
    // Without them, messages would move once more.
    if (hasPartsOf(state.messages)) announceShown();
    else void loadPartsOf(state.messages).then(announceShown);
  }, [isShown, state.messages]);
  useEditOffer(channelId, null, rows, list);

  if (state.phase === 'failed') return <FailedMessages onRetry={() => history.open(channelId)} />;
  if (state.phase !== 'ready') return <MessageSkeletons />;

  const goToNew = async ({ seq }: FirstNew) => {
    // On failure stay here; scrolling up retries.
    await history.goTo(channelId, seq).catch(() => {});
    const first = session.store.get(channelId).messages.find((message) => message.seq >= seq);
    if (first) show(first.id);
  };
  const goToLatest = async () => {
    await history.toLatest(channelId).catch(() => {});
    requestAnimationFrame(() => list.current?.scrollToEnd());
  };
  const markRowRead = (row: Row) => {
    const seq = row.message ? row.message.seq : lastSeqOf(state.messages);
    if (seq !== null && seq > 0) session.markRead(channelId, seq);
  };
  return (
    <>
      <Announcer messages={state.messages} placeOf={seqOf} live={state.reachedEnd} me={user.id} />
      {rows.length === 0 ? (
        <EmptyChannel conversation={conversation} me={user.id} />
      ) : (
        <List
          name={conversation.name}
          beginning={beginningOf(conversation, user.id)}
          rows={rows}
          edges={state}
          shown={shown}
          unread={
            firstNew && seenNew !== firstNew.seq
              ? {
                  count: firstNew.count,
                  onGo: () => void goToNew(firstNew),
                  onDismiss: () => setSeenNew(firstNew.seq),
                }
              : null
          }
          // What is marked as read too early would no longer show where reading stopped.
          covered={covered || isPending}
          handle={list}
          onOlder={() => void history.loadOlder(channelId)}
          onNewer={() => void history.loadNewer(channelId)}
          onLatest={() => void goToLatest()}
          onSeen={markRowRead}
          onLeave={(messageId) => leaveAt(channelId, messageId)}
        />
      )}
    </>
  );
}

function useChannelState(channelId: string): ChannelState {
  const { store } = useChat().session;
  const watch = useCallback(
    (watcher: () => void) => store.watch(channelId, watcher),
    [store, channelId],
  );
  const get = () => store.get(channelId);
  return useSyncExternalStore(watch, get, get);
}

interface FirstNew {
  /** The message below the "New messages" separator; undefined if there is none or it is not loaded. */
  messageId: string | undefined;
  /** The `seq` of the first unread message. */
  seq: number;
  /** Unread messages when the channel was opened or marked as unread; 100 means more than 99. */
  count: number;
}

/** Where the user had stopped reading. */
function useFirstNew(state: ChannelState): FirstNew | null {
  const { user } = useChat();
  const line = useLine(useUnread().channels.get(state.channelId));
  if (!line) return null;
  const { lastReadSeq, unread } = line;
  const [first] = state.messages;
  const isLoaded = state.reachedStart || (first !== undefined && first.seq <= lastReadSeq + 1);
  const message = isLoaded
    ? state.messages.find(({ seq, senderId }) => seq > lastReadSeq && senderId !== user.id)
    : undefined;
  return { messageId: message?.id, seq: lastReadSeq + 1, count: unread };
}
