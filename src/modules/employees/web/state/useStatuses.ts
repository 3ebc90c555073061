import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { listUsers, type ShownStatus } from '../../../people/contract.ts';
import { userJoined, userStatusChange } from '../../../presence/contract.ts';

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
  const change = (userId: number, status: ShownStatus) =>
    client.setQueryData<Statuses>(key, (now) => now && { ...now, [userId]: status });
  useSocketEvent(userStatusChange, ({ userId, status }) => change(userId, status));
  useSocketEvent(userJoined, ({ userId, status }) => change(userId, status));
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
