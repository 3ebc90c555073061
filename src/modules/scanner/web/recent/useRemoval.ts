import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { removeAllScans, removeScan, type Scan } from '../../contract.ts';
import { listKey } from './useScans.ts';

const toastError = (error: unknown) =>
  toast({
    title: 'Error',
    description: sentenceOf(error, 'Couldn’t remove the scan. Try again.'),
    variant: 'destructive',
  });

/** Removes one scan, optimistically, or all of them. */
export function useRemoval(onCleared: () => void) {
  const client = useQueryClient();
  const one = useMutation({
    mutationFn: (scanId: string) => call(removeScan, { params: { scanId } }),
    onMutate: (scanId) =>
      client.setQueryData<Scan[]>(listKey, (current) => current?.filter(({ id }) => id !== scanId)),
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
  const all = useMutation({
    mutationFn: () => call(removeAllScans),
    onSuccess: () => {
      client.setQueryData<Scan[]>(listKey, []);
      onCleared();
    },
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
  return { remove: one.mutate, removeAll: () => all.mutate(), clearing: all.isPending };
}
