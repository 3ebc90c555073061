import type { QueryClient } from '@tanstack/react-query';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { vehicleChanged } from '../../contract.ts';

const queryKeys = [
  ['api', 'vehicles'],
  ['api', 'fleet'],
];

/** Refetches everything shown of vehicles. */
export async function refreshVehicles(client: QueryClient): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Refetches when someone changes a vehicle, and after a reconnect. */
export function useVehicleEvents(): void {
  useLiveQueries(queryKeys, [vehicleChanged]);
}
