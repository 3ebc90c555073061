import { useState } from 'react';
import { calendarDay } from '../../contract/calendar.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { DayField, dayError } from './DayField.tsx';

/** A day that may be corrected, as the server says. */
export interface CorrectableDay<Status extends string> {
  status: Status;
  /** Display name of the status. */
  name: string;
  /** The day it has now. */
  on: string;
  from: string;
  to: string;
  /** Why it can’t be corrected now. */
  refusal: string | null;
}

interface Props<Status extends string> {
  days: readonly CorrectableDay<Status>[];
  pending: boolean;
  onClose: () => void;
  onSubmit: (correction: { status: Status; on: string; reason: string }) => void;
}

/** Corrects the day on which a record reached a status, with the reason. */
export function CorrectDayDialog<Status extends string>(props: Props<Status>) {
  const { days, pending, onClose, onSubmit } = props;
  const [status, setStatus] = useState(() => days.findLast(({ refusal }) => !refusal)?.status);
  const [typed, setTyped] = useState<string>();
  const [reason, setReason] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const chosen = days.find((one) => one.status === status) ?? days.at(-1);
  if (!chosen) return null;
  const { name, on, from, to, refusal } = chosen;
  const day = typed ?? on;
  const offered = { from, to, proposed: on, isKept: false };
  const canSubmit = !dayError(day, offered, on) && reason.trim() !== '' && !pending;
  return (
    <FormDialog
      size="sm"
      title="Correct day"
      description={`${name} on ${calendarDay(on)}`}
      verb="Correct day"
      pending={pending}
      isDisabled={refusal !== null}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true);
        if (canSubmit) onSubmit({ status: chosen.status, on: day, reason: reason.trim() });
      }}
    >
      {days.length > 1 && (
        <SelectField
          label="Status"
          options={days.map((one) => ({ value: one.status, label: one.name }))}
          value={chosen.status}
          onChange={({ target }) => {
            setStatus(days.find((one) => one.status === target.value)?.status);
            setTyped(undefined);
            setSubmitted(false);
          }}
        />
      )}
      {refusal ? (
        <Notice tone="locked">{refusal}</Notice>
      ) : (
        <>
          <DayField
            days={offered}
            value={day}
            wrong={on}
            isSubmitted={isSubmitted}
            onChange={setTyped}
          />
          <TextArea
            label="Reason"
            required
            rows={2}
            maxLength={200}
            value={reason}
            error={isSubmitted && !reason.trim() ? 'Enter a reason' : undefined}
            onChange={({ target }) => setReason(target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
