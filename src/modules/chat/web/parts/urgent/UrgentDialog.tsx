import { useId, useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { ReasonField } from './ReasonField.tsx';
import { reasonProblem, whatUrgentDoes } from './reason.ts';

interface Props {
  /** The current reason; blank if not urgent. */
  before: string;
  /** The caller closes the dialog. */
  onMarked: (reason: string) => void;
  pending?: boolean | undefined;
  /** The error of the last attempt. */
  problem?: string | undefined;
  onClose: () => void;
}

/** Marks a draft as urgent; a reason is required. */
export default function UrgentDialog({ before, onMarked, onClose, pending, problem }: Props) {
  const [reason, setReason] = useState(before);
  const [error, setError] = useState<string>();
  const formId = useId();
  const submit = () => {
    const problem = reasonProblem(reason);
    setError(problem);
    if (problem) return document.getElementById(`${formId}-reason`)?.focus();
    onMarked(reason.trim());
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
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            Mark as urgent
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
          submit();
        }}
      >
        {problem && (
          <Notice tone="danger" live>
            {problem}
          </Notice>
        )}
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
