import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { listMyNotices, type MyNotice, myNoticeChanged } from '../../contract.ts';
import { setConfirmed } from './noticeState.ts';

const query = { ...queryOptionsFor(listMyNotices), staleTime: 30_000 };

export const isOpen = ({ confirmedAt, closedAt }: MyNotice) =>
  confirmedAt === null && closedAt === null;

/** The notices the user was asked to confirm, live. */
export function useMyNotices() {
  const client = useQueryClient();
  const mine = useQuery(query);
  useLiveQueries([['api', 'notices']]);
  useSocketEvent(myNoticeChanged, ({ noticeId, mine: changed }) => {
    updateMine(client, noticeId, changed);
    setConfirmed(client, noticeId, changed?.confirmedAt ?? null);
  });
  return mine;
}

/** How many the user has yet to confirm. */
export const useOpenCount = () => useMyNotices().data?.filter(isOpen).length ?? 0;

function updateMine(client: QueryClient, noticeId: string, changed: MyNotice | null): void {
  client.setQueryData(query.queryKey, (list) => {
    if (!list) return list;
    const others = list.filter((one) => one.noticeId !== noticeId);
    return changed ? sorted([...others, changed]) : others;
  });
}

/** Open ones first, next due on top; then the newest. */
function sorted(list: MyNotice[]): MyNotice[] {
  return list.sort((one, other) => {
    const open = Number(isOpen(other)) - Number(isOpen(one));
    if (open !== 0) return open;
    return isOpen(one)
      ? one.dueAt.localeCompare(other.dueAt)
      : other.postedAt.localeCompare(one.postedAt);
  });
}
