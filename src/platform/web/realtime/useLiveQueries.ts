import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type AnySocketEvent, ready } from '../../contract/socket.ts';
import { useConnection } from './RealtimeProvider.tsx';

/**
 * Refetches whatever is shown under these keys at each of these events, and whenever the connection opens: what was
 * published before that has reached nothing here. The events stay those of the first render.
 */
export function useLiveQueries(
  queryKeys: readonly QueryKey[],
  events: readonly AnySocketEvent[] = [],
): void {
  const client = useQueryClient();
  const connection = useConnection();
  const latest = useRef(queryKeys);
  latest.current = queryKeys;
  const first = useRef(events);
  useEffect(() => {
    if (!connection) return;
    const refetch = () => {
      for (const queryKey of latest.current) void client.invalidateQueries({ queryKey });
    };
    const stops = [
      ...first.current.map((event) => connection.on(event, refetch)),
      connection.on(ready, () => {
        for (const queryKey of latest.current) void refetchAfterAnswer(client, queryKey);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, connection]);
}

/**
 * Shows an answer that is still on its way before it asks again, so that a slow network need not deliver two first.
 * Nothing is canceled: several hooks of one page may ask for the same key.
 */
async function refetchAfterAnswer(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFetching = client.isFetching({ queryKey }) > 0;
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (isFetching) await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
