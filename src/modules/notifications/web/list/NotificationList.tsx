import { BellOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { markAllRead, removeAll } from '../state/actions.ts';
import { loadOlder } from '../state/fetch.ts';
import { useNotifications, useUnreadCount } from '../state/store.ts';
import { NotificationRow } from './NotificationRow.tsx';

/** The user's notifications, newest first. */
export default function NotificationList({ onLeave }: { onLeave: () => void }) {
  const { entries, nextBefore } = useNotifications();
  const unread = useUnreadCount();
  return (
    <>
      <div className="flex h-11 items-center gap-1 border-b border-border pr-2 pl-4">
        <h2 className="flex-1 text-base font-semibold text-text">Notifications</h2>
        {unread > 0 && (
          <Button variant="ghost" size="sm" onClick={markAllRead}>
            Mark all as read
          </Button>
        )}
        {entries.length > 0 && (
          <Button variant="ghost" size="sm" onClick={removeAll}>
            Clear all
          </Button>
        )}
      </div>
      {entries.length === 0 && !nextBefore ? (
        <div className="grid h-[400px] place-items-center">
          <EmptyState
            icon={BellOff}
            title="No notifications"
            description="Messages, alerts and account updates appear here."
          />
        </div>
      ) : (
        <ScrollArea className="h-[400px]">
          <ul>
            {entries.map((entry) => (
              <NotificationRow key={entry.id} entry={entry} onLeave={onLeave} />
            ))}
          </ul>
          {nextBefore && <OlderButton />}
        </ScrollArea>
      )}
    </>
  );
}

function OlderButton() {
  const [pending, setPending] = useState(false);
  const load = async () => {
    setPending(true);
    await loadOlder().catch(() =>
      toast({
        title: 'Error',
        description: 'Failed to load notifications',
        variant: 'destructive',
      }),
    );
    setPending(false);
  };
  return (
    <div className="flex justify-center p-3">
      <Button variant="ghost" size="sm" pending={pending} onClick={load}>
        Show older
      </Button>
    </div>
  );
}
