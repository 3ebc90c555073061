import { CalendarClock, ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTimezone } from '../../../../../platform/web/time/zone.ts';
import { zonePlace } from '../../../../../platform/web/time/zoneLabels.ts';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../../platform/web/ui/lazy/lazyPart.tsx';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '../../../../../platform/web/ui/Menu.tsx';
import { suggestedTimes, whenText } from './times.ts';
import { useSchedule } from './useScheduled.ts';

const TimeDialog = lazyPart(() => import('./TimeDialog.tsx'), { place: 'dialog' });

interface Props {
  channelId: string;
  threadId: string | null;
  disabled: boolean;
  onScheduled: () => void;
}

/** The menu next to the send button. */
export function SendLaterMenu({ channelId, threadId, disabled, onScheduled }: Props) {
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
