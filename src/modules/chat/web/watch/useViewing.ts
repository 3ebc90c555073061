import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import type { Connection } from '../../../../platform/web/realtime/connection.ts';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { suppressWhile } from '../../../notifications/web/public.ts';
import { viewing } from '../../contract/settings.ts';
import { hasFocus, watchFocus } from '../state/focus.ts';
import { personOfView } from '../state/view/chatNavigate.ts';
import { useCovered } from '../state/view/covered.ts';
import { useOpenThread } from '../state/view/openThread.ts';
import { usePanelShown } from '../state/view/panelShown.ts';
import { useChatView } from '../state/view/useChatView.ts';

const noChannels = ['directory', 'threads', 'starred', 'search'];

/**
 * While the user views a conversation it needs no notifications: the server learns which one, this tab
 * plays no sound for it, and its earlier notifications are cleared.
 */
export function useViewing(me: number): void {
  const connection = useConnection();
  const { channelId, threadId } = useViewed(me);
  useEffect(() => {
    if (!connection) return;
    report(connection, channelId, threadId);
    return connection.on(ready, () => report(connection, channelId, threadId));
  }, [connection, channelId, threadId]);

  const shown = useRef(channelId);
  shown.current = channelId;
  useEffect(
    () => suppressWhile(({ actionUrl }) => channelOf(actionUrl) === (shown.current ?? undefined)),
    [],
  );
  useEffect(() => {
    if (channelId === null) return;
    window.dispatchEvent(new CustomEvent('clearChatNotifications', { detail: { channelId } }));
  }, [channelId]);
}

/** The conversation a notification links to; empty: it links elsewhere. */
function channelOf(actionUrl = ''): string {
  return URL.parse(actionUrl, location.origin)?.searchParams.get('channel') ?? '';
}

/** The conversation and thread on screen. */
function useViewed(me: number): { channelId: string | null; threadId: string | null } {
  const { view } = useChatView(me);
  const thread = useOpenThread();
  const isShown = usePanelShown();
  const isCovered = useCovered();
  const isFocused = useSyncExternalStore(watchFocus, hasFocus);
  if (!isShown || !isFocused) return { channelId: null, threadId: null };
  const isChannel = !isCovered && !noChannels.includes(view) && personOfView(view) === null;
  return { channelId: isChannel ? view : null, threadId: thread?.threadId ?? null };
}

function report(connection: Connection, channelId: string | null, threadId: string | null): void {
  if (connection.state() === 'connected') connection.send(viewing, { channelId, threadId });
}
