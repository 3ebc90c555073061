import { useState } from 'react';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { atClock, fromInputs, toInputs } from '../../../platform/web/time/inputs.ts';
import { zonedLabel } from '../../../platform/web/time/zoneLabels.ts';
import { FormDialog } from '../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../platform/web/ui/TextField.tsx';
import { endVisit, type Visit } from '../contract.ts';
import { useVisitChange } from './useVisitChange.ts';

/** The customer leaves with an appointment: asks for its time. */
export function AppointmentDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const [base] = useState(() => toInputs(atClock(Date.now(), 1, '10:00')));
  const [day, setDay] = useState(base.date);
  const [time, setTime] = useState(base.time);
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useVisitChange(
    (at: Date) =>
      call(endVisit, {
        params: { visitId: visit.id },
        body: {
          version: visit.version,
          result: 'appointment',
          appointmentAt: at.toISOString(),
        },
      }),
    {
      onSaved: onClose,
      onFailure: (error) => {
        const field = error instanceof ApiError ? error.fields?.appointmentAt : undefined;
        setProblem(field);
        return field !== undefined;
      },
    },
  );
  const submit = () => {
    const at = fromInputs(day, time);
    if (!at) return setProblem('Choose a date and time');
    if (at.getTime() < Date.now()) return setProblem('Choose a future time');
    if (!isPending) mutate(at);
  };
  return (
    <FormDialog
      size="sm"
      title="Appointment"
      description={visit.guest}
      verb="Set appointment"
      pending={isPending}
      formClassName="grid grid-cols-2 gap-4"
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Date"
        type="date"
        required
        value={day}
        error={problem}
        onChange={(event) => {
          setDay(event.target.value);
          setProblem(undefined);
        }}
      />
      <TextField
        label={zonedLabel('Time')}
        type="time"
        required
        value={time}
        onChange={(event) => {
          setTime(event.target.value);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}
