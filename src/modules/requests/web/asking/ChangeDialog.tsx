import { call } from '../../../../platform/web/api/call.ts';
import { toInputs } from '../../../../platform/web/time/inputs.ts';
import { changeRequest, type RequestPart } from '../../contract.ts';
import type { StripProps } from '../strip/stripProps.ts';
import { AskDialog } from './AskDialog.tsx';
import { WishFields } from './fields/WishFields.tsx';
import type { RequestForm } from './form.ts';
import { useAsking } from './useAsking.ts';

export interface Props extends Pick<StripProps, 'request' | 'target' | 'take'> {
  onClose: () => void;
}

/** Asks for something else, or by another time. */
export default function ChangeDialog({ request, target, take, onClose }: Props) {
  const begin = formOf(request);
  const asking = useAsking({
    begin,
    send: ({ kind, dueAt }) => call(changeRequest, { params: target, body: { kind, dueAt } }),
    onSent(changed) {
      take(changed);
      onClose();
    },
  });
  return (
    <AskDialog
      title="Change the request"
      action="Save changes"
      pending={asking.sending.isPending}
      error={asking.sending.error}
      onSubmit={asking.submit}
      onClose={onClose}
    >
      {(formId) => (
        <WishFields
          formId={formId}
          form={asking.form}
          error={asking.dueError}
          onChange={asking.change}
        />
      )}
    </AskDialog>
  );
}

function formOf({ kind, dueAt }: RequestPart): Partial<RequestForm> {
  return dueAt === null
    ? { kind, due: 'none' }
    : { kind, due: 'exact', held: dueAt, ...toInputs(dueAt) };
}
