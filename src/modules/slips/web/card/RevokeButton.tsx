import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { revokeSlip, type SlipPart } from '../../contract.ts';

interface Props {
  slip: SlipPart;
  onRevoked: () => void;
}

/** Revokes the reader's own slip before it expires. */
export function RevokeButton({ slip: { slipId, label }, onRevoked }: Props) {
  const [isConfirming, setConfirming] = useState(false);
  const revoke = useMutation({
    mutationFn: () => call(revokeSlip, { params: { slipId } }),
    onSuccess: onRevoked,
    onError: (error) => toastFailure(error, 'Couldn’t revoke slip'),
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setConfirming(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Revoke this slip?"
        description={`The content of “${label}” will be deleted permanently and no one can open it. The list of people who opened it is kept.`}
        confirmLabel="Revoke slip"
        danger
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </>
  );
}
