import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { decideWeek } from '../../contract/sheets.ts';
import { getClock } from '../../contract.ts';

interface ReviewedWeek {
  id: number;
  fingerprint: string;
}

/** Approves or reopens weeks as reviewed; weeks that have changed since are rejected. */
export function useDecideWeek(week: string) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({
      reviewed,
      approved,
    }: {
      reviewed: readonly ReviewedWeek[];
      approved: boolean;
    }) => {
      for (const { id, fingerprint } of reviewed) {
        await call(decideWeek, { params: { id }, body: { week, fingerprint, approved } });
      }
    },
    onError: (error) => toastError(error, 'Couldn’t save the approval. Try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor(getClock) }),
  });
  return { decide: mutate, isPending };
}
