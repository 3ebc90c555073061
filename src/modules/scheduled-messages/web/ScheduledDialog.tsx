import { CalendarClock } from 'lucide-react';
import { useCallback, useState } from 'react';
import { zonePlace } from '../../../platform/web/time/zoneLabels.ts';
import { Dialog } from '../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { useLeaveGuard } from '../../../platform/web/ui/LeaveGuard.tsx';
import type { ScheduledMessage } from '../contract.ts';
import { ScheduledRow } from './ScheduledRow.tsx';

interface Props {
  messages: readonly ScheduledMessage[];
  name: string;
  onClose: () => void;
}

/** The scheduled messages of a conversation, to edit or cancel. */
export default function ScheduledDialog({ messages, name, onClose }: Props) {
  /** The ids of messages whose text was edited. */
  const [touched, setTouched] = useState<readonly string[]>([]);
  const touch = useCallback((id: string, isTouched: boolean) => {
    setTouched((ids) => [...ids.filter((one) => one !== id), ...(isTouched ? [id] : [])]);
  }, []);
  // A message sent in the meantime can no longer be edited.
  const isDirty = messages.some(({ id }) => touched.includes(id));
  const { leave, dialog } = useLeaveGuard(isDirty, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || leave()}
      title="Scheduled messages"
      description={`In ${name}. Times are in ${zonePlace(new Date())}.`}
    >
      {messages.length === 0 ? (
        <EmptyState
          icon={CalendarClock}
          title="No scheduled messages"
          description="Choose “Send later” next to the send button to schedule one."
        />
      ) : (
        <ul className="divide-y divide-border">
          {messages.map((message) => (
            <ScheduledRow key={message.id} message={message} onTouched={touch} />
          ))}
        </ul>
      )}
      {dialog}
    </Dialog>
  );
}
