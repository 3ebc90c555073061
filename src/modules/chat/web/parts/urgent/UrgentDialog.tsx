import { useId, useState } from 'react';
import { FormDialog } from '../../../../../platform/web/ui/FormDialog.tsx';
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
    <FormDialog
      title="Mark as urgent"
      description={whatUrgentDoes}
      dismissable={reason.trim() === before}
      verb="Mark as urgent"
      pending={pending}
      onClose={onClose}
      onSubmit={submit}
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
    </FormDialog>
  );
}
