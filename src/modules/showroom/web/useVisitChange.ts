import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../platform/web/api/ApiError.ts';
import { queryKeyFor } from '../../../platform/web/api/queryClient.ts';
import { toast } from '../../../platform/web/ui/toast.ts';
import { listVisits, type Visit } from '../contract.ts';

export const refreshVisits = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: queryKeyFor(listVisits) });

/** Saves a step of a visit; a failure that no field shows is a toast. */
export function useVisitChange<V>(
  save: (value: V) => Promise<Visit>,
  {
    onSaved,
    onFailure,
  }: { onSaved?: (visit: Visit) => void; onFailure?: (error: unknown, value: V) => boolean } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: onSaved,
    onError: (error, value) => {
      if (onFailure?.(error, value)) return;
      toast({
        variant: 'destructive',
        title: 'Couldn’t update visit',
        description: sentenceOf(error),
      });
    },
    onSettled: () => refreshVisits(client),
  });
}
