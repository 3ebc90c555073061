import { useEffect, useMemo } from 'react';
import { Composer } from '../composer/Composer.tsx';
import { DropArea } from '../composer/files/DropArea.tsx';
import { StaleNotice } from '../parts/StaleNotice.tsx';
import { useChat } from '../state/chatContext.ts';
import type { Conversation } from '../state/conversations/conversation.ts';
import { generalChannelId } from '../state/directChannel.ts';
import { PlaceContext } from '../state/messages/place.ts';
import type { ConnectionNotice } from '../state/useConnectionNotice.ts';
import { TypingLine } from './TypingLine.tsx';
import { Timeline } from './timeline/Timeline.tsx';

interface Props {
  channelId: string;
  conversation: Conversation;
  notice: ConnectionNotice;
}

/** One conversation: its messages and the composer. */
export function ChannelView({ channelId, conversation, notice }: Props) {
  useFreshness(channelId, notice.connected);
  const { channel } = conversation;
  const place = useMemo(() => ({ channel, threadId: null }), [channel]);
  return (
    <PlaceContext value={place}>
      <DropArea channelId={channelId}>
        <StaleNotice notice={notice} />
        <Timeline channelId={channelId} conversation={conversation} />
        <TypingLine channelId={channelId} />
        <Composer channelId={channelId} name={conversation.name} notice={notice} />
      </DropArea>
    </PlaceContext>
  );
}

const liveMs = 30_000;
const offlineMs = 120_000;

/** Opens a channel, and polls its newest page regardless of the socket. */
function useFreshness(channelId: string, connected: boolean): void {
  const { history } = useChat().session;
  useEffect(() => history.open(channelId), [history, channelId]);

  const everyMs = connected || channelId === generalChannelId ? liveMs : offlineMs;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void history.refresh(channelId);
    }, everyMs);
    return () => clearInterval(timer);
  }, [history, channelId, everyMs]);
}
