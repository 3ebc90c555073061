import { CalendarClock } from 'lucide-react';
import { useCallback, useState } from 'react';
import { zonePlace } from '../../../../../platform/web/time/zoneWords.ts';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { useLeaveGuard } from '../../../../../platform/web/ui/LeaveGuard.tsx';
import type { ScheduledMessage } from '../../../contract/personal.ts';
import { ScheduledRow } from './ScheduledRow.tsx';

interface Props {
  messages: readonly ScheduledMessage[];
  name: string;
  onClose: () => void;
}

/** What will be sent later in a conversation, to be changed or taken back. */
export default function ScheduledDialog({ messages, name, onClose }: Props) {
  /** Those whose words are being changed. */
  const [touched, setTouched] = useState<readonly string[]>([]);
  const touch = useCallback((id: string, isTouched: boolean) => {
    setTouched((ids) => [...ids.filter((one) => one !== id), ...(isTouched ? [id] : [])]);
  }, []);
  // What was sent meanwhile is not to be changed any more.
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
          title="Nothing is scheduled here"
          description="Choose “Send later” beside the send button to write now and send at another time."
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
