import { useState } from 'react';
import { useUnread } from '../../conversations/useUnread.ts';
import { useChat } from '../../panel/chatContext.ts';
import type { ChannelState } from '../../store/channelState.ts';

export interface FirstNew {
  /** Above this message stands the line of what is new; undefined where there is none, or it is not held. */
  messageId: string | undefined;
  /** The place of the first unread message. */
  seq: number;
  /** Unread messages when the channel was opened, or marked as unread; 100 stands for more than 99. */
  count: number;
}

/**
 * Where one had stopped reading when the channel was opened. It stays there although reading goes on, until the channel
 * is left, or something is marked as unread.
 */
export function useFirstNew(state: ChannelState): FirstNew | null {
  const { user } = useChat();
  const own = useUnread().channels.get(state.channelId);
  const [opened, setOpened] = useState(own);
  if (own && own.version !== opened?.version) setOpened(own);
  if (!opened || opened.unread === 0) return null;
  const { lastReadSeq, unread } = opened;
  const [first] = state.messages;
  const isHeld = state.reachedStart || (first !== undefined && first.seq <= lastReadSeq + 1);
  const message = isHeld
    ? state.messages.find(({ seq, senderId }) => seq > lastReadSeq && senderId !== user.id)
    : undefined;
  return { messageId: message?.id, seq: lastReadSeq + 1, count: unread };
}
