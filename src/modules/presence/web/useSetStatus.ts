import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/web/api/call.ts';
import { toast } from '../../../platform/web/ui/toast.ts';
import { toastError } from '../../../platform/web/ui/toastFailure.ts';
import type { Person, Status } from '../../people/contract.ts';
import { setStatus } from '../contract.ts';

/** Changes the user's own status; `onSet` receives the updated record from the server. */
export function useSetStatus(userId: number, onSet: (person: Person) => void) {
  return useMutation({
    mutationFn: (status: Status) => call(setStatus, { params: { id: userId }, body: { status } }),
    onSuccess: (person, status) => {
      onSet(person);
      const description = `Your status has been changed to ${status}`;
      toast({ title: 'Status Updated', description });
    },
    onError: (error) => {
      toastError(error, 'Failed to update status');
    },
  });
}
