import { useQuery } from '@tanstack/react-query';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { kiosksChanged, listKiosks } from '../../contract/devices.ts';

/** Every query of the managers' page begins with this key. */
export const kiosksKey = queryKeyFor(listKiosks);

const refreshIntervalMs = 30_000;

/** The kiosks and rules of the user's stores. */
export function useKiosks() {
  useLiveQueries([kiosksKey], [kiosksChanged]);
  return useQuery({
    ...queryOptionsFor(listKiosks),
    staleTime: 0,
    // Whether a device is online changes by itself.
    refetchInterval: refreshIntervalMs,
  });
}
