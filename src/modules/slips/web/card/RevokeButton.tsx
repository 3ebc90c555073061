import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { revokeSlip, type SlipPart } from '../../contract.ts';

interface Props {
  slip: SlipPart;
  onRevoked: () => void;
}

/** Ends a slip of one's own before its time. */
export function RevokeButton({ slip: { slipId, label }, onRevoked }: Props) {
  const [asking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => call(revokeSlip, { params: { slipId } }),
    onSuccess: onRevoked,
    onError: (error) =>
      toast({ title: 'Not revoked', description: sentenceOf(error), variant: 'destructive' }),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Revoke this slip?"
        description={`The content of “${label}” is destroyed at once, and nobody can open it any more. Who has opened it stays listed.`}
        confirmLabel="Revoke slip"
        danger
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </>
  );
}
