import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  useConnectionState,
  useSocketEvent,
} from '../../../platform/web/realtime/RealtimeProvider.tsx';
import { vehicleChanged } from '../contract.ts';

/** Asks again for whatever is shown of cars. */
export async function refreshCars(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['api', 'vehicles'] }),
    client.invalidateQueries({ queryKey: ['api', 'fleet'] }),
  ]);
}

/** Keeps what is shown true while others change the same cars, also over a lost connection. */
export function useVehicleFrames(): void {
  const client = useQueryClient();
  const state = useConnectionState();
  const wasConnected = useRef(false);
  useSocketEvent(vehicleChanged, () => void refreshCars(client));
  useEffect(() => {
    if (state !== 'connected') return;
    if (wasConnected.current) void refreshCars(client);
    wasConnected.current = true;
  }, [state, client]);
}
