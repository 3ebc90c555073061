import { CalendarClock, ChevronDown, TriangleAlert } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { useTimezone } from '../../../platform/web/time/zone.ts';
import { zonePlace } from '../../../platform/web/time/zoneLabels.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '../../../platform/web/ui/Menu.tsx';
import type { SendLaterProps } from '../../chat/web/public.ts';
import { suggestedTimes, whenText } from './times.ts';
import { useSchedule, useScheduled } from './useScheduled.ts';

const TimeDialog = lazyPart(() => import('./TimeDialog.tsx'), { place: 'dialog' });
const ScheduledDialog = lazyPart(() => import('./ScheduledDialog.tsx'), { place: 'dialog' });

/** The menu next to the send button. */
export function SendLaterMenu({ channelId, threadId, disabled, onScheduled }: SendLaterProps) {
  useTimezone();
  const [choosing, setChoosing] = useState(false);
  const { mutate, isPending } = useSchedule(channelId, threadId);
  const schedule = (at: Date) => mutate({ at }, { onSuccess: onScheduled });
  const now = new Date();
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton
            label="Send later"
            icon={ChevronDown}
            disabled={disabled || isPending}
            className="h-8! w-6! text-muted! touch:h-11! touch:w-11!"
          />
        </MenuTrigger>
        <MenuContent align="end" side="top">
          <MenuLabel>Send later · {zonePlace(now)}</MenuLabel>
          {suggestedTimes(now).map(({ label, at }) => (
            <MenuItem key={label} shortcut={whenText(at)} onSelect={() => schedule(at)}>
              {label}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem icon={CalendarClock} onSelect={() => setChoosing(true)}>
            Date and time…
          </MenuItem>
        </MenuContent>
      </Menu>
      <Suspense>
        {choosing && (
          <TimeDialog
            title="Send later"
            action="Schedule"
            onClose={() => setChoosing(false)}
            onChosen={(at) => {
              setChoosing(false);
              schedule(at);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

interface LineProps {
  channelId: string;
  threadId: string | null;
  name: string;
}

/** Shows that the conversation has scheduled messages, and opens them. */
export const ScheduledLine = memo(function ScheduledLine({ channelId, threadId, name }: LineProps) {
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
