import { CalendarClock, TriangleAlert } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { useTimezone } from '../../../../../platform/web/time/zone.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../../platform/web/ui/lazy/lazyPart.tsx';
import { whenText } from './times.ts';
import { useScheduled } from './useScheduled.ts';

const ScheduledDialog = lazyPart(() => import('./ScheduledDialog.tsx'), { place: 'dialog' });

interface Props {
  channelId: string;
  threadId: string | null;
  name: string;
}

/** Shows that the conversation has scheduled messages, and opens them. */
export const ScheduledLine = memo(function ScheduledLine({ channelId, threadId, name }: Props) {
  useTimezone();
  const messages = useScheduled(channelId, threadId);
  const [open, setOpen] = useState(false);
  const [first] = messages;
  const failed = messages.some(({ failure }) => failure !== null);
  return (
    <>
      {first && (
        <div className="flex min-w-0 items-center gap-2 pb-1 text-xs text-muted">
          <Button
            variant="ghost"
            size="sm"
            className="-ml-1 px-1.5! touch:h-11"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {failed ? (
              <TriangleAlert aria-hidden="true" className="text-danger" />
            ) : (
              <CalendarClock aria-hidden="true" className="text-muted" />
            )}
            Scheduled ({messages.length})
          </Button>
          <span className="min-w-0 truncate">
            {failed ? 'Couldn’t send a message' : `Next: ${whenText(new Date(first.sendAt))}`}
          </span>
        </div>
      )}
      <Suspense>
        {open && <ScheduledDialog messages={messages} name={name} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
});
