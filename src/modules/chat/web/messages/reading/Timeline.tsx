import { useMemo, useRef, useState } from 'react';
import { useTimezone } from '../../../../../platform/web/time/zone.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { useChat } from '../../panel/chatContext.ts';
import { useWarmCards } from '../../records/cards.ts';
import { lastSeqOf, type TimelineMessage } from '../../store/channelState.ts';
import { useCovered } from '../../view/covered.ts';
import { leaveAt } from '../../view/target.ts';
import { Announcer } from '../Announcer.tsx';
import { type ListHandle, MessageList } from '../list/MessageList.tsx';
import { MessageSkeletons } from '../MessageSkeletons.tsx';
import { buildRows, type Row } from '../row/rows.ts';
import { beginningOf, EmptyChannel, FailedMessages } from './ChannelNotices.tsx';
import { useChannelState } from './useChannelState.ts';
import { useEditOffer } from './useEditOffer.ts';
import { type FirstNew, useFirstNew } from './useFirstNew.ts';
import { useGoing } from './useGoing.ts';

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
  const { shown, show } = useGoing(channelId);
  const covered = useCovered();
  const list = useRef<ListHandle>(null);
  const timezone = useTimezone();
  const rows = useMemo(
    () => buildRows(state, user, firstNew?.messageId, timezone),
    [state, user, firstNew?.messageId, timezone],
  );
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
        <MessageList
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
          covered={covered}
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
