import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../../platform/web/ui/ConfirmDialog.tsx';
import type { User } from '../../../../people/contract.ts';
import { declineRegistration, listRegistrations } from '../../../contract.ts';
import { fullName } from '../../rules/labels.ts';
import { toastFailure } from '../../state/failure.ts';
import { refreshLists } from '../../state/listCache.ts';

/** Declines a registration, after confirmation. */
export function DeclineButton({ registration }: { registration: User }) {
  const client = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(declineRegistration, { params: { id: registration.id } }),
    onSuccess: () => refreshLists(client),
    onError: (error) => toastFailure(error, 'Couldn’t decline registration. Try again.'),
    onSettled: () => {
      setConfirming(false);
      return client.invalidateQueries({ queryKey: queryKeyFor(listRegistrations) });
    },
  });
  return (
    <>
      <Button size="sm" onClick={() => setConfirming(true)}>
        Decline
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Decline ${fullName(registration)}?`}
        description="The registration is removed and the person is signed out. They can register again."
        confirmLabel="Decline registration"
        danger
        pending={isPending}
        onConfirm={() => mutate()}
      />
    </>
  );
}
