import { useId, useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { ReasonField } from './ReasonField.tsx';
import { reasonProblem, whatUrgentDoes } from './reason.ts';

interface Props {
  /** The reason it has so far; blank where it can wait. */
  before: string;
  /** The message is urgent now. */
  onMarked: (reason: string) => void;
  onClose: () => void;
}

/** Why the message being written cannot wait: without a reason it can. */
export default function UrgentDialog({ before, onMarked, onClose }: Props) {
  const [reason, setReason] = useState(before);
  const [error, setError] = useState<string>();
  const formId = useId();
  const submit = () => {
    const problem = reasonProblem(reason);
    setError(problem);
    if (problem) return document.getElementById(`${formId}-reason`)?.focus();
    onMarked(reason.trim());
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Mark as urgent"
      description={whatUrgentDoes}
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
        <ReasonField
          id={`${formId}-reason`}
          value={reason}
          error={error}
          onChange={(next) => {
            setReason(next);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
