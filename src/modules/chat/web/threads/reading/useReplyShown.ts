import { useEffect } from 'react';
import type { Shown } from '../../messages/list/useShown.ts';
import { useChat } from '../../panel/chatContext.ts';
import type { ThreadWindow } from '../../store/threadWindow.ts';

/** The reply somebody was sent to, once it is held: what lies before the replies that are is loaded until then. */
export function useReplyShown(thread: ThreadWindow, reply: Shown | undefined): Shown | null {
  const { threads } = useChat().session;
  const { threadId, phase, older, reachedStart, replies } = thread;
  const isHeld = replies.some(({ id }) => id === reply?.messageId);
  const isSought = reply !== undefined && !isHeld && phase === 'ready' && !reachedStart;
  const first = replies[0]?.threadSeq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that does not hold it asks for the next
  useEffect(() => {
    if (isSought && older === 'idle') void threads.loadOlderReplies(threadId);
  }, [threads, threadId, isSought, older, first]);
  return reply && isHeld ? reply : null;
}
