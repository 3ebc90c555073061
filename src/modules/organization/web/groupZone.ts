import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { setZone } from '../../../platform/web/time/zone.ts';
import { readTimezone, type Timezone, timezoneChanged } from '../contract.ts';

/** A change reaches every open page at once: the refetches are spread over this time. */
const spreadMs = 3_000;

const queryKey = queryKeyFor(readTimezone);

/** The group time zone; every time is shown in it once this query has loaded. */
export const groupZoneQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => {
    const current = await call(readTimezone, {}, { signal });
    setZone(current.timezone);
    return current;
  },
});

export function setGroupZone(client: QueryClient, timezone: Timezone): void {
  client.setQueryData(queryKey, { timezone });
  setZone(timezone);
}

/**
 * Keeps `zone()` current, and returns whether the zone is known: until then nothing that shows a time may
 * render. Where the server does not answer, it counts as settled too.
 */
export function useGroupZone(approved: boolean): boolean {
  const client = useQueryClient();
  const { isPending } = useQuery({ ...groupZoneQuery, enabled: approved });
  useSocketEvent(timezoneChanged, ({ timezone }) => {
    setGroupZone(client, timezone);
    // The server calculates by day (today's tasks, this month's figures), so those results are out of
    // date too.
    const others = { predicate: ({ queryKey: [...key] }) => key.join() !== queryKey.join() };
    setTimeout(() => void client.invalidateQueries(others), Math.random() * spreadMs);
  });
  useLiveQueries([queryKey], [], [timezoneChanged]);
  return !approved || !isPending;
}
