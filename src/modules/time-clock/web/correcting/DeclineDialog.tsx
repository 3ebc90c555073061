import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { reasonMaxLength } from '../../contract/corrections.ts';

interface Props {
  open: boolean;
  userName: string;
  onClose: () => void;
  onDecline: (reason: string) => void;
}

/** Declining requires a reason. */
export function DeclineDialog({ open, userName, onClose, onDecline }: Props) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (reason.trim()) onDecline(reason.trim());
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="sm"
      title="Decline request"
      description={`${userName} will see the reason.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" disabled={!reason.trim()}>
            Decline request
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextArea
          label="Reason"
          required
          rows={2}
          maxLength={reasonMaxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
