import type { QueryClient } from '@tanstack/react-query';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import {
  type Channel,
  listChannels,
  listMembers,
  listOpenChannels,
} from '../../../contract/channels.ts';

const key = queryKeyFor(listChannels);

/** Puts a channel from a reply into the cached list at once, then refetches the list. */
export function keepChannel(client: QueryClient, channel: Channel): void {
  client.setQueryData<Channel[]>(key, (list) => {
    if (!list) return list;
    const has = list.some(({ id }) => id === channel.id);
    return has ? list.map((one) => (one.id === channel.id ? channel : one)) : [...list, channel];
  });
  refreshChannels(client, channel.id);
}

/** Invalidates the cached channel lists. */
export function refreshChannels(client: QueryClient, channelId: string): void {
  void client.invalidateQueries({ queryKey: key, exact: true });
  void client.invalidateQueries({ queryKey: queryKeyFor(listOpenChannels) });
  void client.invalidateQueries({ queryKey: queryKeyFor(listMembers, { params: { channelId } }) });
}
