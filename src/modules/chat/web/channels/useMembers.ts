import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { channelChanged, listMembers } from '../../contract/channels.ts';

/** Who is in a channel, as it is now. Without a channel nobody is asked. */
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
