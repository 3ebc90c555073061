import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { type Batch, decideBatch } from '../../contract/disposition.ts';
import { getRetention } from '../../contract.ts';
import { count } from '../labels.ts';

/** The decisions this user can make on a batch. */
export function Decide({ batch }: { batch: Batch }) {
  const [asking, setAsking] = useState<'approve' | 'decline' | null>(null);
  const close = () => setAsking(null);
  const { mutate, isPending } = useDecide(batch, close);
  const { may, items } = batch;
  return (
    <>
      {may.decide && (
        <>
          <Button size="sm" variant="danger" onClick={() => setAsking('approve')}>
            Approve
          </Button>
          <Button size="sm" onClick={() => setAsking('decline')}>
            Decline
          </Button>
        </>
      )}
      {may.withdraw && (
        <Button
          size="sm"
          pending={isPending}
          onClick={() => mutate({ decision: 'withdrawn', reason: '' })}
        >
          Withdraw
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'approve'}
        onOpenChange={close}
        title={`Destroy ${count(items, 'document')}?`}
        description="Their files are permanently deleted. The register keeps what they were and who approved."
        confirmLabel="Approve destruction"
        danger
        pending={isPending}
        onConfirm={() => mutate({ decision: 'approved', reason: '' })}
      />
      {asking === 'decline' && (
        <DeclineDialog
          isPending={isPending}
          onClose={close}
          onDecline={(reason) => mutate({ decision: 'declined', reason })}
        />
      )}
    </>
  );
}

interface DeclineProps {
  isPending: boolean;
  onClose: () => void;
  onDecline: (reason: string) => void;
}

function DeclineDialog({ isPending, onClose, onDecline }: DeclineProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending && reason.trim()) onDecline(reason.trim());
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Decline the destruction"
      description="Visible to the person who prepared it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={isPending}
            disabled={!reason.trim()}
          >
            Decline destruction
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextArea
          label="Reason"
          required
          rows={2}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  );
}

function useDecide({ id }: Batch, onSettled: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { decision: 'approved' | 'declined' | 'withdrawn'; reason: string }) =>
      call(decideBatch, { params: { batchId: id }, body }),
    onError: (error) => toastFailure(error, 'Couldn’t save decision'),
    onSettled: () => {
      onSettled();
      return client.invalidateQueries({ queryKey: queryKeyFor(getRetention) });
    },
  });
}
