import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import {
  useConnection,
  useSocketEvent,
} from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { useStatusChanges } from '../../../presence/web/public.ts';
import {
  listNoticePeople,
  type NoticeState,
  noticeProgressed,
  watchNotice,
} from '../../contract.ts';
import { useSetNoticeState } from '../state/noticeState.ts';

/** The recipients, live while mounted. */
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
  // A new socket is not subscribed yet, and an event may have been missed.
  useSocketEvent(ready, () => {
    watch(true);
    refetch();
  });
  useSocketEvent(noticeProgressed, (progress) => progress.noticeId === noticeId && refetch());
  useStatusChanges((changes) =>
    client.setQueryData(query.queryKey, (list) =>
      list?.map((one) => ({ ...one, status: changes.get(one.userId)?.status ?? one.status })),
    ),
  );
  return people;
}

/** Runs an action on a notice; a failure shows a toast. */
export function useNoticeAction(noticeId: string, failure: string) {
  const setState = useSetNoticeState(noticeId);
  return useMutation({
    mutationFn: (action: () => Promise<NoticeState>) => action(),
    onSuccess: setState,
    onError: (error) => toastFailure(error, failure),
  });
}
