import { useId, useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { ReasonField } from './ReasonField.tsx';
import { reasonProblem, whatUrgentDoes } from './reason.ts';

interface Props {
  /** The reason it has so far; blank where it can wait. */
  before: string;
  /** The message is to be urgent; closing is the caller's. */
  onMarked: (reason: string) => void;
  pending?: boolean | undefined;
  /** Why that did not work. */
  problem?: string | undefined;
  onClose: () => void;
}

/** Why the message being written cannot wait: without a reason it can. */
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
