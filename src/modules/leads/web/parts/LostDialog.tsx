import { useId, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import type { Lead } from '../../contract/lead.ts';
import { type LostReason, lostReasonNames, lostReasons } from '../../contract/status.ts';

interface Props {
  lead: Lead;
  pending: boolean;
  onClose: () => void;
  onSubmit: (reason: LostReason, note: string) => void;
}

const options = lostReasons.map((value) => ({ value, label: lostReasonNames[value] }));

/** Asks why a lead was lost, for reporting. */
export function LostDialog({ lead, pending, onClose, onSubmit }: Props) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const chosen = lostReasons.find((one) => one === reason);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Mark lead as lost"
      description={lead.customer.name}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            Mark as lost
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (chosen && !pending) onSubmit(chosen, note.trim());
        }}
      >
        <SelectField
          label="Reason"
          required
          placeholder="Choose a reason"
          options={options}
          value={reason}
          error={isSubmitted && !chosen ? 'Select a reason' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <TextArea
          label="Note"
          rows={2}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
