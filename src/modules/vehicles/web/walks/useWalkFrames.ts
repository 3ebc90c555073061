import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  useConnectionState,
  useSocketEvent,
} from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { walkChanged } from '../../contract/lot/walks.ts';

/** Asks again for whatever is shown of walks. */
export const refreshWalks = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['api', 'fleet', 'walks'] });

/** Keeps what is shown true while others walk the same lot, also over a lost connection. */
export function useWalkFrames(): void {
  const client = useQueryClient();
  const state = useConnectionState();
  const wasConnected = useRef(false);
  useSocketEvent(walkChanged, () => void refreshWalks(client));
  useEffect(() => {
    if (state !== 'connected') return;
    if (wasConnected.current) void refreshWalks(client);
    wasConnected.current = true;
  }, [state, client]);
}
