import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type AnySocketEvent, ready } from '../../contract/socket.ts';
import { gap } from './connection.ts';
import { useConnection } from './RealtimeProvider.tsx';

/**
 * Refetches everything under these keys at each of these events, and whenever the connection opens or frames were lost,
 * because events were missed. The events of the first render are used throughout.
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
    // Nothing is canceled: a slow network need not deliver twice, and several hooks of a page may request the same
    // key.
    const refetch = () => {
      for (const queryKey of latest.current)
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
    };
    const stops = [ready, gap, ...first.current].map((event) => connection.on(event, refetch));
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, connection]);
}
