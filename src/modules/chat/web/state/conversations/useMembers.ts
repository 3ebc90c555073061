import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../../platform/web/realtime/useLiveQueries.ts';
import { channelChanged, listMembers } from '../../../contract/channels.ts';

/** The current members of a channel. Without a channel nothing is fetched. */
export function useMembers(channelId: string | undefined) {
  const client = useQueryClient();
  const query = queryOptionsFor(listMembers, { params: { channelId: channelId ?? '' } });
  const { queryKey } = query;
  useSocketEvent(channelChanged, (changed) => {
    if (changed.channelId === channelId) void client.invalidateQueries({ queryKey });
  });
  useLiveQueries([queryKey]);
  return useQuery({ ...query, enabled: channelId !== undefined });
}
