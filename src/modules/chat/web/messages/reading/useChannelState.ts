import { useCallback, useSyncExternalStore } from 'react';
import { useChat } from '../../panel/chatContext.ts';
import type { ChannelState } from '../../store/channelState.ts';

export function useChannelState(channelId: string): ChannelState {
  const { store } = useChat().session;
  const watch = useCallback(
    (watcher: () => void) => store.watch(channelId, watcher),
    [store, channelId],
  );
  return useSyncExternalStore(watch, () => store.get(channelId));
}
