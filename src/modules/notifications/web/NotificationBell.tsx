import { Bell } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { type DataOf, ready } from '../../../platform/contract/socket.ts';
import { gap } from '../../../platform/web/realtime/connection.ts';
import { useConnection, useSocketEvent } from '../../../platform/web/realtime/RealtimeProvider.tsx';
import { CountBadge } from '../../../platform/web/ui/CountBadge.tsx';
import { IconButton } from '../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../platform/web/ui/Popover.tsx';
import {
  alertSent,
  type Notification,
  notificationSent,
  notificationsChanged,
} from '../contract.ts';
import { alertPerson, alertUnseen, forgetUnseen, noteServerTime } from './alerts/alert.ts';
import { reportAttention } from './alerts/attention.ts';
import { joinElection } from './alerts/leading.ts';
import { isOwner } from './push/owner.ts';
import { clearChat } from './state/actions.ts';
import { forget, receive, refresh } from './state/fetch.ts';
import { followAction } from './state/following.ts';
import { markEntriesRead, markEntriesRemoved, setCount, useUnreadCount } from './state/store.ts';

const NotificationList = lazyPart(() => import('./list/NotificationList.tsx'), {
  place: 'panel',
  className: 'h-[445px]',
});

/** The bell with the number of unread notifications; opens their list. */
export function NotificationBell({ userId }: { userId: number }) {
  useNotificationEvents();
  useAlerts();
  useDeviceRenewal(userId);
  const unread = useUnreadCount();
  const [open, setOpen] = useState(false);
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  return (
    <div className="relative">
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <IconButton label={label} icon={Bell} />
        </PopoverTrigger>
        <PopoverContent label="Notifications" className="w-96">
          <Suspense fallback={<div className="h-[445px]" />}>
            <NotificationList onLeave={() => setOpen(false)} />
          </Suspense>
        </PopoverContent>
      </Popover>
      <span aria-hidden="true" className="pointer-events-none absolute -top-1 -right-1">
        <CountBadge count={unread} />
      </span>
    </div>
  );
}

/** Keeps the list in sync with the server, and handles the window event `clearChatNotifications`. */
function useNotificationEvents(): void {
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

/** Closes these notifications on this device: they were handled elsewhere. */
function closeShown(ids: readonly string[]): void {
  if (ids.length === 0 || !('serviceWorker' in navigator)) return;
  const closed = new Set(ids);
  navigator.serviceWorker
    .getRegistration()
    .then((registration) => registration?.getNotifications?.())
    .then((shown) => {
      for (const one of shown ?? []) if (closed.has(one.tag)) one.close();
    })
    // Best effort; the person can close them too.
    .catch(() => {});
}

/** Makes this tab a candidate for alerts, and reports whether the person is active in it. */
function useAlerts(): void {
  const connection = useConnection();
  useEffect(() => {
    const stop = joinElection(alertUnseen);
    return () => {
      stop();
      forgetUnseen();
    };
  }, []);
  useEffect(() => (connection ? reportAttention(connection) : undefined), [connection]);
}

/** Renews this device's subscription, and follows clicks on its notifications. */
function useDeviceRenewal(userId: number): void {
  useEffect(() => {
    // On failure pushes may stop until the next page load; the settings show it.
    if (isOwner(userId)) renew(userId).catch(() => {});
  }, [userId]);
  useEffect(() => {
    const worker = navigator.serviceWorker;
    if (!worker) return;
    worker.addEventListener('message', open);
    return () => worker.removeEventListener('message', open);
  }, []);
}

function open({ data }: MessageEvent<unknown>): void {
  if (!data || typeof data !== 'object' || !('open' in data)) return;
  if (typeof data.open === 'string') followAction(data.open);
}

async function renew(userId: number): Promise<void> {
  const { renewDevice } = await import('./push/device.ts');
  await renewDevice(userId);
}
