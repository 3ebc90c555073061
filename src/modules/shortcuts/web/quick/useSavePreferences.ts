import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { getPreferences, setPreferences, type UtilityId } from '../../contract/preferences.ts';

/** Saves the selection; `saved` runs on success. */
export function useSavePreferences(saved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (selected: readonly UtilityId[]) =>
      call(setPreferences, { body: { selectedUtilities: [...selected] } }),
    onSuccess: (reply) => {
      client.setQueryData(queryKeyFor(getPreferences), reply);
      saved();
    },
    onError: () =>
      toast({
        title: 'Update Failed',
        description: 'Failed to update dashboard preferences.',
        variant: 'destructive',
      }),
  });
}
