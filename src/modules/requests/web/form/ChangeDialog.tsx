import { call } from '../../../../platform/web/api/call.ts';
import { toInputs } from '../../../../platform/web/time/inputs.ts';
import { changeRequest, type RequestPart } from '../../contract.ts';
import type { StripProps } from '../state/stripProps.ts';
import { RequestFields } from './fields/RequestFields.tsx';
import type { RequestForm } from './form.ts';
import { RequestDialog } from './RequestDialog.tsx';
import { useRequestForm } from './useRequestForm.ts';

export interface Props extends Pick<StripProps, 'request' | 'target' | 'take'> {
  onClose: () => void;
}

/** Edits type and due time of a request. */
export default function ChangeDialog({ request, target, take, onClose }: Props) {
  const initial = formOf(request);
  const draft = useRequestForm({
    initial,
    send: ({ kind, dueAt }) => call(changeRequest, { params: target, body: { kind, dueAt } }),
    onSent(changed) {
      take(changed);
      onClose();
    },
  });
  return (
    <RequestDialog
      title="Edit request"
      action="Save changes"
      pending={draft.sending.isPending}
      error={draft.sending.error}
      onSubmit={draft.submit}
      onClose={onClose}
    >
      {(formId) => (
        <RequestFields
          formId={formId}
          form={draft.form}
          error={draft.dueError}
          onChange={draft.change}
        />
      )}
    </RequestDialog>
  );
}

function formOf({ kind, dueAt }: RequestPart): Partial<RequestForm> {
  return dueAt === null
    ? { kind, due: 'none' }
    : { kind, due: 'exact', existingDueAt: dueAt, ...toInputs(dueAt) };
}
