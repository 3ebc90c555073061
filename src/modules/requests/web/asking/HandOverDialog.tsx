import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { changeRequest, kindNames } from '../../contract.ts';
import { askAgain } from '../live/counts.ts';
import { AskDialog, ownerProblem } from './AskDialog.tsx';
import type { Props } from './ChangeDialog.tsx';
import { OwnerField } from './fields/OwnerField.tsx';

/** Gives a request to somebody. */
export default function HandOverDialog({ request, target, take, onClose }: Props) {
  const client = useQueryClient();
  const [ownerId, setOwnerId] = useState<number | null>(null);
  const [missing, setMissing] = useState('');
  const giving = useMutation({
    mutationFn: (to: number) => call(changeRequest, { params: target, body: { ownerId: to } }),
    onSuccess(changed) {
      askAgain(client);
      take(changed);
      onClose();
    },
  });
  return (
    <AskDialog
      title={request.ownerId === null ? 'Give the request to somebody' : 'Hand the request over'}
      description={`${kindNames[request.kind]}. They are told at once.`}
      action="Hand over"
      pending={giving.isPending}
      error={giving.error}
      onSubmit={() =>
        ownerId === null ? setMissing('Please choose somebody.') : giving.mutate(ownerId)
      }
      onClose={onClose}
    >
      {() => (
        <OwnerField
          channelId={target.channelId}
          ownerId={ownerId}
          label="New owner"
          error={missing || ownerProblem(giving.error)}
          onChange={(next) => {
            setOwnerId(next);
            setMissing('');
          }}
        />
      )}
    </AskDialog>
  );
}
