import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { setZone } from '../../../platform/web/time/zone.ts';
import { readTimezone, type Timezone, timezoneChanged } from '../contract.ts';

/** A change reaches every open page at once: what they then ask for comes spread over this time. */
const spreadMs = 3_000;

const queryKey = queryKeyFor(readTimezone);

/** The zone the group lives by; whatever is told here is what every time is shown by from then on. */
export const groupZoneQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => {
    const told = await call(readTimezone, {}, { signal });
    setZone(told.timezone);
    return told;
  },
});

export function setGroupZone(client: QueryClient, timezone: Timezone): void {
  client.setQueryData(queryKey, { timezone });
  setZone(timezone);
}

/** The served page may say it, so that the first time on screen is right and waits for no call. */
export function readBootZone(client: QueryClient): void {
  const text = document.getElementById('boot')?.textContent;
  const boot: { timezone?: Timezone | null } = text ? JSON.parse(text) : {};
  if (boot.timezone) setGroupZone(client, boot.timezone);
}

/**
 * Keeps `zone()` what the group lives by, and answers whether that is known: until then nothing that
 * shows a time is to be drawn. Where it cannot be known (the server does not say), it is settled too.
 */
export function useGroupZone(approved: boolean): boolean {
  const client = useQueryClient();
  const { isPending } = useQuery({ ...groupZoneQuery, enabled: approved });
  useSocketEvent(timezoneChanged, ({ timezone }) => {
    setGroupZone(client, timezone);
    // What a day holds (today's tasks, this month's figures) is reckoned by the server, and is another now.
    const reckoned = { predicate: ({ queryKey: [...key] }) => key.join() !== queryKey.join() };
    setTimeout(() => void client.invalidateQueries(reckoned), Math.random() * spreadMs);
  });
  useLiveQueries([queryKey]);
  return !approved || !isPending;
}
