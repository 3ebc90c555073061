import { useEffect } from 'react';
import type { Shown } from '../../messages/list/useShown.ts';
import { useChat } from '../../panel/chatContext.ts';
import type { ThreadWindow } from '../../store/threadWindow.ts';

/** The targeted reply once loaded; loads earlier replies until then. */
export function useReplyShown(thread: ThreadWindow, reply: Shown | undefined): Shown | null {
  const { threads } = useChat().session;
  const { threadId, phase, older, reachedStart, replies } = thread;
  const isLoaded = replies.some(({ id }) => id === reply?.messageId);
  const isMissing = reply !== undefined && !isLoaded && phase === 'ready' && !reachedStart;
  const first = replies[0]?.threadSeq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page without it loads the next
  useEffect(() => {
    if (isMissing && older === 'idle') void threads.loadOlderReplies(threadId);
  }, [threads, threadId, isMissing, older, first]);
  return reply && isLoaded ? reply : null;
}
