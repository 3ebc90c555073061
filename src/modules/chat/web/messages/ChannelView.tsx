import { useMemo } from 'react';
import { Composer } from '../composer/Composer.tsx';
import { DropArea } from '../composer/files/DropArea.tsx';
import type { Conversation } from '../conversations/conversation.ts';
import { StaleNotice } from '../panel/ConnectionStatus.tsx';
import type { ConnectionNotice } from '../panel/useConnectionNotice.ts';
import { PlaceContext } from './place.ts';
import { Timeline } from './reading/Timeline.tsx';
import { TypingLine } from './TypingLine.tsx';
import { useFreshness } from './useFreshness.ts';

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
