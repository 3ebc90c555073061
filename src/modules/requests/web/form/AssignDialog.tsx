import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import {
  checkedBy,
  type Errors,
  useNewForm,
} from '../../../../platform/web/forms/useRecordForm.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { changeRequest, kindNames } from '../../contract.ts';
import { refetchRequests } from '../state/counts.ts';
import type { RequestDialogProps } from '../state/stripProps.ts';
import { OwnerField } from './fields/OwnerField.tsx';

interface Values {
  ownerId: number | null;
}

/** Assigns a request to someone. */
export default function AssignDialog({ request, target, take, onClose }: RequestDialogProps) {
  const client = useQueryClient();
  const form = useNewForm<Values, ChatMessage>({
    noun: 'request',
    emptyValues: () => ({ ownerId: null }),
    resolver: checkedBy(
      ({ ownerId }): Errors => (ownerId === null ? { ownerId: 'Choose a person.' } : {}),
    ),
    save: ({ ownerId }) => call(changeRequest, { params: target, body: { ownerId } }),
    onSaved(changed) {
      refetchRequests(client);
      take(changed);
      onClose();
    },
  });
  return (
    <RecordSheet
      form={form}
      title={request.ownerId === null ? 'Assign request' : 'Reassign request'}
      description={`${kindNames[request.kind]}. The person will be notified.`}
      saveLabel="Assign"
      size="md"
      className="gap-4"
      onClose={onClose}
    >
      <OwnerField
        channelId={target.channelId}
        ownerId={form.values.ownerId}
        error={form.errorOf('ownerId')}
        placeholder="Search by name"
        onChange={(ownerId) => form.set('ownerId', ownerId)}
      />
    </RecordSheet>
  );
}
