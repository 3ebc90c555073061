import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { listUsers, type ShownStatus } from '../../../people/contract.ts';
import { useStatusChanges } from '../../../presence/web/public.ts';

type Statuses = Readonly<Record<number, ShownStatus>>;

const key = ['employees', 'statuses'];
const pageSize = 200;
const pollMs = 60_000;

/** Who is online, away, and so on, by id; follows every change while a page shows it. */
export function useStatuses(): Statuses {
  const client = useQueryClient();
  const { data = {} } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => listStatuses(signal),
    refetchInterval: pollMs,
  });
  useStatusChanges((changes) => {
    const changed = [...changes].map(([userId, { status }]) => [userId, status]);
    client.setQueryData<Statuses>(key, (now) => now && { ...now, ...Object.fromEntries(changed) });
  });
  useLiveQueries([key]);
  return data;
}

async function listStatuses(signal: AbortSignal): Promise<Statuses> {
  const statuses: Record<number, ShownStatus> = {};
  for (let page = 1; ; page += 1) {
    const query = { search: '', page, limit: pageSize };
    const { users, pagination } = await call(listUsers, { query }, { signal });
    for (const { id, status } of users) statuses[id] = status;
    if (page >= pagination.total) return statuses;
  }
}
