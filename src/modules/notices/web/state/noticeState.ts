import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { confirmNotice, getNoticeState, type NoticeState } from '../../contract.ts';

const queryOf = (id: string) => queryOptionsFor(getNoticeState, { params: { id } });

/** The user's state of a notice, and what they may do with it. */
export const useNoticeState = (id: string) => useQuery(queryOf(id)).data;

/** Stores the state that a call returned. */
export function useSetNoticeState(id: string): (state: NoticeState) => void {
  const client = useQueryClient();
  return (state) => void client.setQueryData(queryOf(id).queryKey, state);
}

export function setConfirmed(client: QueryClient, id: string, confirmedAt: string | null): void {
  client.setQueryData(queryOf(id).queryKey, (state) => state && { ...state, confirmedAt });
}

/** Confirms a notice; a failure shows a toast. */
export function useConfirm(id: string) {
  const setState = useSetNoticeState(id);
  return useMutation({
    mutationFn: () => call(confirmNotice, { params: { id } }),
    onSuccess: setState,
    onError: (error) => toastFailure(error, 'Couldn’t confirm notice'),
  });
}
