import { BellOff } from 'lucide-react';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { ScrollArea } from '../../../platform/web/ui/ScrollArea.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import { markAllRead, removeAllNotifications, useNotifications } from './store.ts';

/** Every notification since the page was opened, newest first. */
export default function NotificationList({ onLeave }: { onLeave: () => void }) {
  const entries = useNotifications();
  const unread = entries.some((entry) => !entry.read);
  return (
    <>
      <div className="flex h-11 items-center gap-1 border-b border-border pr-2 pl-4">
        <h2 className="flex-1 text-base font-semibold text-text">Notifications</h2>
        {unread && (
          <Button variant="ghost" size="sm" onClick={markAllRead}>
            Mark all as read
          </Button>
        )}
        {entries.length > 0 && (
          <Button variant="ghost" size="sm" onClick={removeAllNotifications}>
            Clear all
          </Button>
        )}
      </div>
      {entries.length === 0 ? (
        <div className="grid h-[400px] place-items-center">
          <EmptyState
            icon={BellOff}
            title="No notifications"
            description="Messages, alerts and news about your account appear here."
          />
        </div>
      ) : (
        <ScrollArea className="h-[400px]">
          <ul>
            {entries.map((entry) => (
              <NotificationRow key={entry.id} entry={entry} onLeave={onLeave} />
            ))}
          </ul>
        </ScrollArea>
      )}
    </>
  );
}
