import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../../platform/web/api/call.ts';
import { ConfirmDialog } from '../../../../../platform/web/ui/ConfirmDialog.tsx';
import type { User } from '../../../../people/contract.ts';
import { deleteUser } from '../../../contract.ts';
import { fullName } from '../../rules/labels.ts';
import { toastFailure } from '../../state/failure.ts';
import { dropRow, refreshLists } from '../../state/listCache.ts';

interface Props {
  user: User;
  open: boolean;
  close: () => void;
}

export function DeleteDialog({ user, open, close }: Props) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(deleteUser, { params: { id: user.id } }),
    onSuccess: () => {
      dropRow(client, user.id);
      void refreshLists(client);
      close();
    },
    onError: (error) => {
      toastFailure(error, 'Failed to delete user');
      close();
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => next || close()}
      title="Delete user"
      description={
        <>
          <p>
            Are you sure you want to permanently delete{' '}
            <strong className="font-semibold text-text">{fullName(user)}</strong>?
          </p>
          <p className="mt-2">This action cannot be undone.</p>
        </>
      }
      confirmLabel="Delete user"
      danger
      pending={isPending}
      onConfirm={() => mutate()}
    />
  );
}
