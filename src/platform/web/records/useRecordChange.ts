import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '../ui/toastFailure.ts';
import { refreshRecords } from './useRecordList.ts';

interface Change<Input, Saved> {
  save: (input: Input) => Promise<Saved>;
  /** The query of the record, which the saved one replaces. */
  recordKey: readonly unknown[];
  /** The queries to refetch, whatever the result: `deals`. */
  queries: string;
  /** Title of the toast if it fails. */
  failure: string;
  onSaved?: () => void;
  onSettled?: () => void;
}

/** A change of one record: shows the saved record at once, a failure as a toast, and refetches what depends on it. */
export function useRecordChange<Input, Saved>(change: Change<Input, Saved>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change.save,
    onSuccess: (saved) => {
      client.setQueryData(change.recordKey, saved);
      change.onSaved?.();
    },
    onError: (error) => toastFailure(error, change.failure),
    onSettled: () => {
      change.onSettled?.();
      return refreshRecords(client, change.queries);
    },
  });
}
