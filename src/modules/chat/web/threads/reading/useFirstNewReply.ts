import { useLine } from '../../messages/reading/useLine.ts';
import { useChat } from '../../panel/chatContext.ts';
import type { ThreadWindow } from '../../store/threadWindow.ts';

/** The reply below the "New messages" separator, in a followed thread. */
export function useFirstNewReply({ state, replies }: ThreadWindow): string | undefined {
  const { user } = useChat();
  const line = useLine(state?.following ? state : undefined);
  if (!line) return undefined;
  const { lastReadSeq } = line;
  return replies.find(({ threadSeq, senderId }) => threadSeq > lastReadSeq && senderId !== user.id)
    ?.id;
}
