import { useState } from 'react';
import { atClock, fromInputs, toInputs } from '../../../../platform/web/time/inputs.ts';
import { zonedLabel } from '../../../../platform/web/time/zoneLabels.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Lead } from '../../contract/lead.ts';
import { serverNow } from '../state/clock/ticker.ts';

interface Props {
  lead: Lead;
  /** The label of the submit button. */
  verb?: string;
  pending: boolean;
  onClose: () => void;
  onSubmit: (appointmentAt: string, note: string) => void;
}

/** Asks for date and time; defaults to the current appointment or tomorrow at 10 AM. */
export function AppointmentDialog(props: Props) {
  const { lead, verb = 'Set appointment', pending, onClose, onSubmit } = props;
  const [base] = useState(() => inputsOf(lead));
  const [day, setDay] = useState(base.date);
  const [time, setTime] = useState(base.time);
  const [note, setNote] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const at = fromInputs(day, time)?.getTime();
  const missing = isSubmitted && (!day || !time);
  const past = isSubmitted && at !== undefined && at < serverNow();
  return (
    <FormDialog
      size="sm"
      title="Appointment"
      description={lead.customer.name}
      verb={verb}
      pending={pending}
      formClassName="grid grid-cols-2 gap-4"
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true);
        if (at !== undefined && at >= serverNow())
          onSubmit(new Date(at).toISOString(), note.trim());
      }}
    >
      <TextField
        label="Date"
        type="date"
        required
        value={day}
        error={missing ? 'Choose a date and time' : past ? 'Choose a future time' : undefined}
        onChange={(event) => setDay(event.target.value)}
      />
      <TextField
        label={zonedLabel('Time')}
        type="time"
        required
        value={time}
        onChange={(event) => setTime(event.target.value)}
      />
      <TextField
        label="Note"
        className="col-span-2"
        maxLength={200}
        autoComplete="off"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}

function inputsOf({ appointmentAt }: Lead) {
  const now = serverNow();
  const before = appointmentAt === null ? 0 : Date.parse(appointmentAt);
  return toInputs(before > now ? before : atClock(now, 1, '10:00'));
}
