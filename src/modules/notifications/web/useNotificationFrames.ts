import { useEffect } from 'react';
import { useSocketEvent } from '../../../platform/web/realtime/RealtimeProvider.tsx';
import { alertSent, notificationSent } from '../contract.ts';
import { receiveNotification, removeChatNotifications } from './store.ts';

/** Feeds the list: from the socket, and from the window's `clearChatNotifications`. */
export function useNotificationFrames(): void {
  useSocketEvent(notificationSent, receiveNotification);
  useSocketEvent(alertSent, receiveNotification);
  useEffect(() => {
    window.addEventListener('clearChatNotifications', removeChatNotifications);
    return () => window.removeEventListener('clearChatNotifications', removeChatNotifications);
  }, []);
}
