import { useState } from 'react';
import { FormDialog } from '../ui/FormDialog.tsx';
import { DayField, dayError, type OfferedDays } from './DayField.tsx';

interface Props {
  title: string;
  description: string;
  verb: string;
  days: OfferedDays;
  pending: boolean;
  onClose: () => void;
  onSubmit: (day: string) => void;
}

/** Asks on which day something happened before it is recorded. */
export function DayDialog({ title, description, verb, days, pending, onClose, onSubmit }: Props) {
  const [day, setDay] = useState(days.proposed);
  const [isSubmitted, setSubmitted] = useState(false);
  return (
    <FormDialog
      size="sm"
      title={title}
      description={description}
      verb={verb}
      pending={pending}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true);
        if (!dayError(day, days)) onSubmit(day);
      }}
    >
      <DayField days={days} value={day} isSubmitted={isSubmitted} onChange={setDay} />
    </FormDialog>
  );
}
