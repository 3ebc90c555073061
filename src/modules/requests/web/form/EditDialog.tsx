import { call } from '../../../../platform/web/api/call.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { toInputs } from '../../../../platform/web/time/inputs.ts';
import { changeRequest, type RequestPart } from '../../contract.ts';
import type { RequestDialogProps } from '../state/stripProps.ts';
import { RequestFields } from './fields/RequestFields.tsx';
import type { RequestValues } from './form.ts';
import { useRequestForm } from './useRequestForm.ts';

/** Edits type and due time of a request. */
export default function EditDialog({ request, target, take, onClose }: RequestDialogProps) {
  const form = useRequestForm({
    initial: valuesOf(request),
    send: ({ kind, dueAt }) => call(changeRequest, { params: target, body: { kind, dueAt } }),
    onSent(changed) {
      take(changed);
      onClose();
    },
  });
  return (
    <RecordSheet
      form={form}
      title="Edit request"
      saveLabel="Save changes"
      size="md"
      className="gap-4"
      onClose={onClose}
    >
      <RequestFields form={form} />
    </RecordSheet>
  );
}

function valuesOf({ kind, dueAt }: RequestPart): Partial<RequestValues> {
  return dueAt === null
    ? { kind, due: 'none' }
    : { kind, due: 'exact', existingDueAt: dueAt, ...toInputs(dueAt) };
}
