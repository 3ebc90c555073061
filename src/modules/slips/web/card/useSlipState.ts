import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import {
  useConnection,
  useSocketEvent,
} from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { getSlipState, slipChanged, watchSlip } from '../../contract.ts';

/** How a slip stands to me; live for who may see who has opened it. */
export function useSlipState(slipId: string) {
  const client = useQueryClient();
  const connection = useConnection();
  const query = queryOptionsFor(getSlipState, { params: { slipId } });
  const { data } = useQuery(query);
  const isFollowed = data?.followed != null;
  const ask = () => void client.invalidateQueries({ queryKey: query.queryKey });
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
  // A new socket hears nothing of it yet, and something may have passed.
  useSocketEvent(ready, () => {
    watch(true);
    ask();
  });
  useSocketEvent(slipChanged, (changed) => changed.slipId === slipId && ask());
  return { state: data, ask };
}
