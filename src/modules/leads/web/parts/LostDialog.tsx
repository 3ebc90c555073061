import { useState } from 'react';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
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
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const chosen = lostReasons.find((one) => one === reason);
  return (
    <FormDialog
      size="sm"
      title="Mark lead as lost"
      description={lead.customer.name}
      verb="Mark as lost"
      pending={pending}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true);
        if (chosen) onSubmit(chosen, note.trim());
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
    </FormDialog>
  );
}
