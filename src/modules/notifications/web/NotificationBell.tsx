import { Bell } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';
import { CountBadge } from '../../../platform/web/ui/CountBadge.tsx';
import { IconButton } from '../../../platform/web/ui/IconButton.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../platform/web/ui/Popover.tsx';
import { useAlerts } from './alerts/useAlerts.ts';
import { useDeviceRenewal } from './push/useDeviceRenewal.ts';
import { useUnreadCount } from './store/store.ts';
import { useNotificationFrames } from './store/useNotificationFrames.ts';

const NotificationList = lazyPart(() => import('./list/NotificationList.tsx'), {
  place: 'panel',
  className: 'h-[445px]',
});

/** The bell with the number of unread notifications; opens their list. */
export function NotificationBell({ userId }: { userId: number }) {
  useNotificationFrames();
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
