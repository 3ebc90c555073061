import { BellRing } from 'lucide-react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { addLocalNotification } from '../../../notifications/web/public.ts';
import { Card } from '../parts/Card.tsx';

const levels = ['info', 'success', 'warning', 'error'] as const;

/** Shows a sample notification in this tab only. */
export function NotificationTestCard() {
  const test = () => {
    const level = levels[Math.floor(Math.random() * levels.length)] ?? 'info';
    const title = `Test ${level.charAt(0).toUpperCase()}${level.slice(1)} Notification`;
    const message = `A test ${level} notification was added to the notification center.`;
    addLocalNotification({ title, message, type: level });
    toast({
      title,
      description: message,
      variant: level === 'error' ? 'destructive' : 'default',
    });
  };
  return (
    <Card icon={BellRing} title="Test Notification System">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          Shows a toast and an entry in the notification center of this tab.
        </p>
        <Button onClick={test}>Test notification</Button>
      </div>
    </Card>
  );
}
