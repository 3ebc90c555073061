import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import {
  useConnection,
  useSocketEvent,
} from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { getSlipState, slipChanged, watchSlip } from '../../contract.ts';

/** The reader's state of a slip; live for those who may see its openings. */
export function useSlipState(slipId: string) {
  const client = useQueryClient();
  const connection = useConnection();
  const query = queryOptionsFor(getSlipState, { params: { slipId } });
  const { data } = useQuery(query);
  const isFollowed = data?.followed != null;
  const refetch = () => void client.invalidateQueries({ queryKey: query.queryKey });
  const watch = (watching: boolean) => {
    if (isFollowed && connection?.state() === 'connected') {
      connection.send(watchSlip, { slipId, watching });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each connection
  useEffect(() => {
    watch(true);
    return () => watch(false);
  }, [connection, slipId, isFollowed]);
  // A new socket is not subscribed yet, and an event may have been missed.
  useSocketEvent(ready, () => {
    watch(true);
    refetch();
  });
  useSocketEvent(slipChanged, (changed) => changed.slipId === slipId && refetch());
  return { state: data, refetch };
}
