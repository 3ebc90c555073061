import { useUnread } from '../../conversations/useUnread.ts';
import { useChat } from '../../panel/chatContext.ts';
import type { ChannelState } from '../../store/channelState.ts';
import { useLine } from './useLine.ts';

export interface FirstNew {
  /** The message below the "New messages" separator; undefined if there is none or it is not loaded. */
  messageId: string | undefined;
  /** The `seq` of the first unread message. */
  seq: number;
  /** Unread messages when the channel was opened or marked as unread; 100 means more than 99. */
  count: number;
}

/** Where the user had stopped reading. */
export function useFirstNew(state: ChannelState): FirstNew | null {
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
