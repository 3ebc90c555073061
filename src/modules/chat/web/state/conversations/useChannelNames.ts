import { useMemo } from 'react';
import { useChat } from '../chatContext.ts';
import { conversationOf } from './conversation.ts';
import { useChannels } from './useChannels.ts';

/** The names of conversations, for lists across channels. */
export function useChannelNames() {
  const { user, people } = useChat();
  const { data: channels } = useChannels();
  return useMemo(() => {
    const known = channels ?? [];
    return {
      channelOf: (channelId: string) => known.find(({ id }) => id === channelId),
      nameOf: (channelId: string) =>
        conversationOf({ view: channelId, direct: null }, known, user.id, people).name,
    };
  }, [channels, user.id, people]);
}
