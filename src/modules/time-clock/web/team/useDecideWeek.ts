import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { decideWeek } from '../../contract/sheets.ts';
import { getClock } from '../../contract.ts';

interface Seen {
  id: number;
  fingerprint: string;
}

/** Approves weeks as they were seen, or opens one again; those that changed meanwhile are left as they are. */
export function useDecideWeek(week: string) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ seen, approved }: { seen: readonly Seen[]; approved: boolean }) => {
      for (const { id, fingerprint } of seen) {
        await call(decideWeek, { params: { id }, body: { week, fingerprint, approved } });
      }
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: sentenceOf(error, 'The approval could not be saved'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor(getClock) }),
  });
  return { decide: mutate, isPending };
}
