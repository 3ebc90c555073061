import { useState } from 'react';
import { FormDialog } from './FormDialog.tsx';
import { TextArea } from './TextArea.tsx';

interface Props {
  title: string;
  description?: string;
  label?: string;
  /** Shown under the field if it is empty. */
  missing?: string;
  verb: string;
  maxLength: number;
  pending: boolean;
  onClose: () => void;
  onSubmit: (reason: string) => void;
}

/** Asks for a reason, or other text, before an action that requires it. */
export function ReasonDialog(props: Props) {
  const { title, description, verb, maxLength, pending, onClose, onSubmit } = props;
  const { label = 'Reason', missing = 'Enter a reason' } = props;
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  return (
    <FormDialog
      size="sm"
      title={title}
      description={description}
      isDirty={reason !== ''}
      verb={verb}
      pending={pending}
      onClose={onClose}
      onSubmit={() => {
        setIsSubmitted(true);
        if (reason.trim()) onSubmit(reason.trim());
      }}
    >
      <TextArea
        label={label}
        required
        rows={2}
        maxLength={maxLength}
        value={reason}
        error={isSubmitted && !reason.trim() ? missing : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
