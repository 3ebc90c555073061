import { useSyncExternalStore } from 'react';
import { hasFocus, watchFocus } from '../focus.ts';
import { personOfView } from './chatNavigate.ts';
import { useCovered } from './covered.ts';
import { useOpenThread } from './openThread.ts';
import { usePanelShown } from './panelShown.ts';
import { useChatView } from './useChatView.ts';

const viewsWithoutChannel = ['directory', 'threads', 'starred', 'search'];

/** The conversation and thread that this tab shows while it has the focus. */
export function useViewed(me: number): { channelId: string | null; threadId: string | null } {
  const { view } = useChatView(me);
  const thread = useOpenThread();
  const isShown = usePanelShown();
  const isCovered = useCovered();
  const isFocused = useSyncExternalStore(watchFocus, hasFocus);
  if (!isShown || !isFocused) return { channelId: null, threadId: null };
  const isChannel =
    !isCovered && !viewsWithoutChannel.includes(view) && personOfView(view) === null;
  return { channelId: isChannel ? view : null, threadId: thread?.threadId ?? null };
}
