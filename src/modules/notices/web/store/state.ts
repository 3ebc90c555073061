import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { confirmNotice, getNoticeState, type NoticeState } from '../../contract.ts';

const queryOf = (id: string) => queryOptionsFor(getNoticeState, { params: { id } });

/** How a notice stands to me, and what I may do with it. */
export const useNoticeState = (id: string) => useQuery(queryOf(id)).data;

/** Keeps what a call about the notice has answered. */
export function useTakeState(id: string): (state: NoticeState) => void {
  const client = useQueryClient();
  return (state) => void client.setQueryData(queryOf(id).queryKey, state);
}

export function noteConfirmed(client: QueryClient, id: string, confirmedAt: string | null): void {
  client.setQueryData(queryOf(id).queryKey, (state) => state && { ...state, confirmedAt });
}

/** I have read it. A refusal is said in a toast. */
export function useConfirm(id: string) {
  const take = useTakeState(id);
  return useMutation({
    mutationFn: () => call(confirmNotice, { params: { id } }),
    onSuccess: take,
    onError: (error) =>
      toast({ title: 'Not confirmed', description: sentenceOf(error), variant: 'destructive' }),
  });
}
