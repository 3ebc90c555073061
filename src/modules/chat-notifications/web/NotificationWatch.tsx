import { useEffect, useRef } from 'react';
import { ready } from '../../../platform/contract/socket.ts';
import type { Connection } from '../../../platform/web/realtime/connection.ts';
import { useConnection } from '../../../platform/web/realtime/RealtimeProvider.tsx';
import { useCurrentUser } from '../../access/web/public.ts';
import { useViewed } from '../../chat/web/public.ts';
import { channelOf, suppressWhile } from '../../notifications/web/public.ts';
import { viewing } from '../contract.ts';
import { useSettingsEvents } from './state/settingsQuery.ts';

/** Runs even while the chat is closed: keeps the settings current and reports what this tab shows. */
export function NotificationWatch() {
  const me = useCurrentUser()?.id;
  return me === undefined ? null : <Watch me={me} />;
}

function Watch({ me }: { me: number }) {
  useSettingsEvents();
  useViewing(me);
  return null;
}

/**
 * While the user views a conversation it needs no notifications: the server learns which one, this tab
 * plays no sound for it, and its earlier notifications are cleared.
 */
function useViewing(me: number): void {
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
    () =>
      suppressWhile(
        (notification) => shown.current !== null && channelOf(notification) === shown.current,
      ),
    [],
  );
  useEffect(() => {
    if (channelId === null) return;
    window.dispatchEvent(new CustomEvent('clearChatNotifications', { detail: { channelId } }));
  }, [channelId]);
}

function report(connection: Connection, channelId: string | null, threadId: string | null): void {
  if (connection.state() === 'connected') connection.send(viewing, { channelId, threadId });
}
