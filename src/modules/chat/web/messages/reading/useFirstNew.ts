import { useUnread } from '../../conversations/useUnread.ts';
import { useChat } from '../../panel/chatContext.ts';
import type { ChannelState } from '../../store/channelState.ts';
import { useLine } from './useLine.ts';

export interface FirstNew {
  /** Above this message stands the line of what is new; undefined where there is none, or it is not held. */
  messageId: string | undefined;
  /** The place of the first unread message. */
  seq: number;
  /** Unread messages when the channel was opened, or marked as unread; 100 stands for more than 99. */
  count: number;
}

/** Where one had stopped reading. */
export function useFirstNew(state: ChannelState): FirstNew | null {
  const { user } = useChat();
  const line = useLine(useUnread().channels.get(state.channelId));
  if (!line) return null;
  const { lastReadSeq, unread } = line;
  const [first] = state.messages;
  const isHeld = state.reachedStart || (first !== undefined && first.seq <= lastReadSeq + 1);
  const message = isHeld
    ? state.messages.find(({ seq, senderId }) => seq > lastReadSeq && senderId !== user.id)
    : undefined;
  return { messageId: message?.id, seq: lastReadSeq + 1, count: unread };
}
