import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useChat } from '../panel/chatContext.ts';
import type { ThreadWindow } from '../store/threadWindow.ts';

/** A thread, loaded and kept current while on screen. */
export function useThread(channelId: string, threadId: string): ThreadWindow {
  const { threads } = useChat().session;
  const watch = useCallback(
    (watcher: () => void) => threads.watch(threadId, watcher),
    [threads, threadId],
  );
  useEffect(() => threads.openThread(channelId, threadId), [threads, channelId, threadId]);
  return useSyncExternalStore(watch, () => threads.get(threadId));
}
