import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import {
  useConnection,
  useSocketEvent,
} from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { userStatusChange } from '../../../presence/contract.ts';
import {
  listNoticePeople,
  type NoticeState,
  noticeProgressed,
  watchNotice,
} from '../../contract.ts';
import { useTakeState } from '../store/state.ts';

/** Who was asked, live for as long as it is looked at. */
export function useNoticePeople(noticeId: string) {
  const client = useQueryClient();
  const connection = useConnection();
  const query = queryOptionsFor(listNoticePeople, { params: { id: noticeId } });
  const people = useQuery({ ...query, staleTime: 0 });
  const refetch = () => void client.invalidateQueries({ queryKey: query.queryKey });
  const watch = (watching: boolean) => connection?.send(watchNotice, { noticeId, watching });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each connection
  useEffect(() => {
    if (connection?.state() === 'connected') watch(true);
    return () => void watch(false);
  }, [connection, noticeId]);
  // A new socket hears nothing of it yet, and something may have passed.
  useSocketEvent(ready, () => {
    watch(true);
    refetch();
  });
  useSocketEvent(noticeProgressed, (progress) => progress.noticeId === noticeId && refetch());
  useSocketEvent(userStatusChange, ({ userId, status }) =>
    client.setQueryData(query.queryKey, (list) =>
      list?.map((one) => (one.userId === userId ? { ...one, status } : one)),
    ),
  );
  return people;
}

/** One of the acts on a notice; a refusal is said in a toast. */
export function useAct(noticeId: string, failure: string) {
  const take = useTakeState(noticeId);
  return useMutation({
    mutationFn: (act: () => Promise<NoticeState>) => act(),
    onSuccess: take,
    onError: (error) =>
      toast({ title: failure, description: sentenceOf(error), variant: 'destructive' }),
  });
}
