import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { atClock, fromInputs, toInputs } from '../../../../platform/web/time/inputs.ts';
import { zonedLabel } from '../../../../platform/web/time/zoneLabels.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { EmployeePicker } from '../../../employees/web/public.ts';
import { type Applicant, type Interview, planInterview, saveInterview } from '../../contract.ts';
import { useShowSaved } from '../state/useRecruiting.ts';

interface Values {
  date: string;
  time: string;
  place: string;
  /** Named as the server names it in its refusals. */
  interviewerId: Interview['interviewer'] | null;
}

interface Props {
  applicant: Applicant;
  /** Absent: a new one. */
  interview: Interview | undefined;
  onClose: () => void;
}

export default function InterviewDialog({ applicant, interview, onClose }: Props) {
  const showSaved = useShowSaved();
  // Repeats of one submit share it.
  const [clientId] = useState(() => crypto.randomUUID());
  const [start] = useState(() => toInputs(interview?.at ?? atClock(Date.now(), 1, '10:00')));
  const form = useDialogForm<Values>({
    date: start.date,
    time: start.time,
    place: interview?.place ?? '',
    interviewerId: interview?.interviewer ?? null,
  });
  const { date, time, place, interviewerId: interviewer } = form.values;
  const params = { applicantId: applicant.id };
  const { mutate, isPending } = useMutation({
    mutationFn: (at: Date) => {
      const facts = {
        at: at.toISOString(),
        place: place.trim(),
        interviewerId: interviewer?.id ?? 0,
      };
      return interview
        ? call(saveInterview, {
            params: { ...params, interviewId: interview.id },
            body: { version: interview.version, ...facts },
          })
        : call(planInterview, { params, body: { clientId, ...facts } });
    },
    onSuccess: (saved) => {
      showSaved(saved);
      onClose();
    },
    onError: form.refuse,
  });
  const submit = () => {
    const at = fromInputs(date, time);
    const isComplete = form.check({
      date: !at && 'Choose a date and time',
      interviewerId: !interviewer && 'Choose an interviewer',
    });
    if (at && isComplete) mutate(at);
  };
  return (
    <FormDialog
      size="sm"
      title={interview ? 'Edit interview' : 'Plan interview'}
      description={`${applicant.name}. The interviewer is notified and sees the applicant.`}
      verb={interview ? 'Save' : 'Plan interview'}
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Date"
          type="date"
          required
          value={date}
          error={form.errors.date}
          onChange={(event) => form.set('date', event.target.value)}
        />
        <TextField
          label={zonedLabel('Time')}
          type="time"
          required
          value={time}
          onChange={(event) => form.set('time', event.target.value)}
        />
      </div>
      <EmployeePicker
        label="Interviewer"
        required
        value={interviewer}
        error={form.errors.interviewerId}
        onChange={(next) => form.set('interviewerId', next)}
      />
      <TextField
        label="Place"
        maxLength={200}
        autoComplete="off"
        placeholder="Conference room, phone or link"
        value={place}
        error={form.errors.place}
        onChange={(event) => form.set('place', event.target.value)}
      />
    </FormDialog>
  );
}
