import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { changeRequest, kindNames } from '../../contract.ts';
import { refetchRequests } from '../state/counts.ts';
import type { Props } from './ChangeDialog.tsx';
import { OwnerField } from './fields/OwnerField.tsx';
import { ownerProblem, RequestDialog } from './RequestDialog.tsx';

/** Assigns a request to someone. */
export default function HandOverDialog({ request, target, take, onClose }: Props) {
  const client = useQueryClient();
  const [ownerId, setOwnerId] = useState<number | null>(null);
  const [missing, setMissing] = useState('');
  const assign = useMutation({
    mutationFn: (to: number) => call(changeRequest, { params: target, body: { ownerId: to } }),
    onSuccess(changed) {
      refetchRequests(client);
      take(changed);
      onClose();
    },
  });
  return (
    <RequestDialog
      title={request.ownerId === null ? 'Assign request' : 'Reassign request'}
      description={`${kindNames[request.kind]}. The person will be notified.`}
      action="Assign"
      pending={assign.isPending}
      error={assign.error}
      onSubmit={() => (ownerId === null ? setMissing('Choose a person.') : assign.mutate(ownerId))}
      onClose={onClose}
    >
      {() => (
        <OwnerField
          channelId={target.channelId}
          ownerId={ownerId}
          label="Assign to"
          error={missing || ownerProblem(assign.error)}
          onChange={(next) => {
            setOwnerId(next);
            setMissing('');
          }}
        />
      )}
    </RequestDialog>
  );
}
