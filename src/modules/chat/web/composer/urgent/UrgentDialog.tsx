import { useId, useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { urgentPerHour } from '../../../contract.ts';
import { useChat } from '../../panel/chatContext.ts';
import { reasonProblem } from './reason.ts';

interface Props {
  draftKey: string;
  /** The message is urgent now. */
  onMarked?: () => void;
  onClose: () => void;
}

/** Why the message being written cannot wait: without a reason it can. */
export default function UrgentDialog({ draftKey, onMarked, onClose }: Props) {
  const { drafts } = useChat().session;
  const before = drafts.get(draftKey).urgent ?? '';
  const [reason, setReason] = useState(before);
  const [error, setError] = useState<string>();
  const formId = useId();
  const submit = () => {
    const problem = reasonProblem(reason);
    setError(problem);
    if (problem) return document.getElementById(`${formId}-reason`)?.focus();
    drafts.setUrgent(draftKey, reason.trim());
    onMarked?.();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Mark as urgent"
      description={`An urgent message reaches people in their quiet hours, pauses and time off. You can send ${urgentPerHour} in an hour.`}
      dismissable={reason.trim() === before}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Mark as urgent
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          id={`${formId}-reason`}
          label="Why it cannot wait"
          hint="Shown with the message, and kept in the activity log."
          required
          maxLength={200}
          autoComplete="off"
          value={reason}
          error={error}
          onChange={({ target }) => {
            setReason(target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
