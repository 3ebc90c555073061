import type { QueryClient } from '@tanstack/react-query';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { vehicleChanged } from '../contract.ts';

const queryKeys = [
  ['api', 'vehicles'],
  ['api', 'fleet'],
];

/** Asks again for whatever is shown of cars. */
export async function refreshCars(client: QueryClient): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Keeps what is shown true while others change the same cars, also over a lost connection. */
export function useVehicleFrames(): void {
  useLiveQueries(queryKeys, [vehicleChanged]);
}
