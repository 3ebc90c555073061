import { useEffect } from 'react';
import { type DataOf, ready } from '../../../../platform/contract/socket.ts';
import { gap } from '../../../../platform/web/realtime/connection.ts';
import {
  useConnection,
  useSocketEvent,
} from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import {
  alertSent,
  type Notification,
  notificationSent,
  notificationsChanged,
} from '../../contract.ts';
import { alertPerson, noteServerTime } from '../alerts/alert.ts';
import { closeShown } from '../push/shown.ts';
import { clearChat } from './acts.ts';
import { forget, receive, refresh } from './fetch.ts';
import { markEntriesRead, markEntriesRemoved, setCount } from './store.ts';

/** Keeps the list in sync with the server, and handles the window event `clearChatNotifications`. */
export function useNotificationFrames(): void {
  const connection = useConnection();
  useEffect(() => {
    if (!connection) return;
    if (connection.state() === 'connected') void refresh();
    return forget;
  }, [connection]);
  // Events arrive from here on, so fetch now.
  useSocketEvent(ready, ({ serverTime }) => {
    noteServerTime(serverTime);
    void refresh();
  });
  useSocketEvent(gap, () => void refresh());
  useSocketEvent(notificationSent, onNotification);
  useSocketEvent(alertSent, onNotification);
  useSocketEvent(notificationsChanged, onChanged);
  useEffect(() => {
    window.addEventListener('clearChatNotifications', onClearRequested);
    return () => window.removeEventListener('clearChatNotifications', onClearRequested);
  }, []);
}

function onNotification(notification: Notification): void {
  if (receive(notification)) alertPerson(notification);
}

function onChanged({
  read = [],
  removed = [],
  ...count
}: DataOf<typeof notificationsChanged>): void {
  markEntriesRead(read);
  markEntriesRemoved(removed);
  setCount(count);
  closeShown([...read, ...removed]);
}

/** `detail.channelId` names one conversation; without it, all. */
function onClearRequested(event: Event): void {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
  const channelId =
    detail && typeof detail === 'object' && 'channelId' in detail && detail.channelId;
  clearChat(typeof channelId === 'string' ? channelId : undefined);
}
