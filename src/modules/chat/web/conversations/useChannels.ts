import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ready } from '../../../../platform/contract/socket.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { type Channel, listChannels, type NewMessage, newMessage } from '../../contract.ts';

const channelsKey = queryKeyFor(listChannels);

/** The channels I may read, kept current by what arrives on the socket. */
export function useChannels() {
  const client = useQueryClient();
  useSocketEvent(newMessage, (message) => noteMessage(client, message));
  useSocketEvent(
    ready,
    () => void client.invalidateQueries({ queryKey: channelsKey, exact: true }),
  );
  return useQuery(queryOptionsFor(listChannels));
}

/** A channel never seen before is somebody's first direct message: the list is asked for anew. */
function noteMessage(client: QueryClient, message: NewMessage): void {
  const channels = client.getQueryData<Channel[]>(channelsKey);
  if (!channels?.some(({ id }) => id === message.channelId)) {
    void client.invalidateQueries({ queryKey: channelsKey, exact: true });
    return;
  }
  client.setQueryData<Channel[]>(channelsKey, (list) =>
    list?.map((channel) =>
      channel.id === message.channelId ? advance(channel, message) : channel,
    ),
  );
}

function advance(channel: Channel, { seq, rev, createdAt }: NewMessage): Channel {
  return {
    ...channel,
    lastSeq: Math.max(channel.lastSeq, seq),
    lastRev: Math.max(channel.lastRev, rev),
    lastMessageAt: seq > channel.lastSeq ? createdAt : channel.lastMessageAt,
  };
}
