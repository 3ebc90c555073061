import { useState } from 'react';
import { FormDialog } from './FormDialog.tsx';
import { TextArea } from './TextArea.tsx';

interface Props {
  title: string;
  verb: string;
  maxLength: number;
  pending: boolean;
  onClose: () => void;
  onSubmit: (reason: string) => void;
}

/** Asks for a reason before an action that requires one. */
export function ReasonDialog({ title, verb, maxLength, pending, onClose, onSubmit }: Props) {
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const missing = isSubmitted && !reason.trim();
  return (
    <FormDialog
      size="sm"
      title={title}
      verb={verb}
      pending={pending}
      onClose={onClose}
      onSubmit={() => {
        setIsSubmitted(true);
        if (reason.trim()) onSubmit(reason.trim());
      }}
    >
      <TextArea
        label="Reason"
        required
        rows={2}
        maxLength={maxLength}
        value={reason}
        error={missing ? 'Enter a reason' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
