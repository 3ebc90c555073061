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
import { closeShown } from '../push/shown.ts';
import { alertPerson, noteServerTime } from '../telling/alert.ts';
import { clearChat } from './acts.ts';
import { forget, receive, refresh } from './fetch.ts';
import { noteRead, noteRemoved, takeCount } from './store.ts';

/** Keeps the list like the server's, and follows the window's `clearChatNotifications`. */
export function useNotificationFrames(): void {
  const connection = useConnection();
  useEffect(() => {
    if (!connection) return;
    if (connection.state() === 'connected') void refresh();
    return forget;
  }, [connection]);
  // Whoever listens is told from here on, so now is the time to fetch.
  useSocketEvent(ready, ({ serverTime }) => {
    noteServerTime(serverTime);
    void refresh();
  });
  useSocketEvent(gap, () => void refresh());
  useSocketEvent(notificationSent, hear);
  useSocketEvent(alertSent, hear);
  useSocketEvent(notificationsChanged, follow);
  useEffect(() => {
    window.addEventListener('clearChatNotifications', clearRequested);
    return () => window.removeEventListener('clearChatNotifications', clearRequested);
  }, []);
}

function hear(notification: Notification): void {
  if (receive(notification)) alertPerson(notification);
}

function follow({ read = [], removed = [], ...count }: DataOf<typeof notificationsChanged>): void {
  noteRead(read);
  noteRemoved(removed);
  takeCount(count);
  closeShown([...read, ...removed]);
}

/** `detail.channelId` names one conversation; without it all are meant. */
function clearRequested(event: Event): void {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
  const asked = detail && typeof detail === 'object' && 'channelId' in detail && detail.channelId;
  clearChat(typeof asked === 'string' ? asked : undefined);
}
