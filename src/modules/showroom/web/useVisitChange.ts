import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeyFor } from '../../../platform/web/api/queryClient.ts';
import { toastFailure } from '../../../platform/web/ui/toastFailure.ts';
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
      toastFailure(error, 'Couldn’t update visit');
    },
    onSettled: () => refreshVisits(client),
  });
}
