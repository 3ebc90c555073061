import { useId, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
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
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const missing = isSubmitted && !reason.trim();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={title}
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
          setIsSubmitted(true);
          if (reason.trim() && !pending) onSubmit(reason.trim());
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
      </form>
    </Dialog>
  );
}
