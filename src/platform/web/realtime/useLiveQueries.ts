import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type AnySocketEvent, type DataOf, ready } from '../../contract/socket.ts';
import { gap } from './connection.ts';
import { useConnection } from './RealtimeProvider.tsx';

/**
 * Refetches everything under these keys at each of these events, and whenever the connection opens or frames were lost,
 * because events were missed. The events of the first render are used throughout.
 *
 * `changedBy` are all events that announce changes of these queries, where every connection gets them from its
 * beginning. At the page's first connection the queries are then left as they are if none of those was missed since
 * the page was read.
 */
export function useLiveQueries(
  queryKeys: readonly QueryKey[],
  events: readonly AnySocketEvent[] = [],
  changedBy?: readonly AnySocketEvent[],
): void {
  const client = useQueryClient();
  const connection = useConnection();
  const latest = useRef(queryKeys);
  latest.current = queryKeys;
  const first = useRef({ events, changedBy });
  useEffect(() => {
    if (!connection) return;
    // Nothing is canceled: a slow network need not deliver twice, and several hooks of a page may request the same
    // key.
    const refetch = () => {
      for (const queryKey of latest.current)
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
    };
    const onReady = ({ missed }: DataOf<typeof ready>) => {
      if (mayBeOutdated(first.current.changedBy, missed)) refetch();
    };
    const stops = [
      connection.on(ready, onReady),
      ...[gap, ...first.current.events].map((event) => connection.on(event, refetch)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, connection]);
}

/** Whether what was fetched since the page was read may lack a change, given the types of events missed since. */
export function mayBeOutdated(
  changedBy: readonly AnySocketEvent[] | undefined,
  missed: readonly string[] | undefined,
): boolean {
  if (!changedBy || !missed) return true;
  // It is among them if the user's rights changed, and with them what the user may see.
  return [ready, ...changedBy].some(({ type }) => missed.includes(type));
}
