import { useId, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
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
  const formId = useId();
  const [day, setDay] = useState(days.proposed);
  const [isSubmitted, setSubmitted] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (!dayError(day, days) && !pending) onSubmit(day);
        }}
      >
        <DayField days={days} value={day} isSubmitted={isSubmitted} onChange={setDay} />
      </form>
    </Dialog>
  );
}
