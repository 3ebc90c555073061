import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ready } from '../../../../../platform/contract/socket.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { gap } from '../../../../../platform/web/realtime/connection.ts';
import { useSocketEvent } from '../../../../../platform/web/realtime/RealtimeProvider.tsx';
import { userPermissionsUpdated } from '../../../../people/contract.ts';
import { type Channel, channelChanged, listChannels } from '../../../contract/channels.ts';
import { type NewMessage, newMessage } from '../../../contract.ts';

const channelsKey = queryKeyFor(listChannels);
const refetchDelayMs = 100;

/** The channels I can read, kept current by socket events. */
export function useChannels() {
  const client = useQueryClient();
  const refetch = () => refetchOnce(client);
  useSocketEvent(newMessage, (message) => noteMessage(client, message));
  useSocketEvent(ready, refetch);
  useSocketEvent(gap, refetch);
  useSocketEvent(channelChanged, refetch);
  useSocketEvent(userPermissionsUpdated, refetch);
  return useQuery(queryOptionsFor(listChannels));
}

const refetching = new WeakSet<QueryClient>();

/** Several lists on a page get the same event: refetch once for all. */
function refetchOnce(client: QueryClient): void {
  if (refetching.has(client)) return;
  refetching.add(client);
  setTimeout(() => {
    refetching.delete(client);
    void client.invalidateQueries({ queryKey: channelsKey, exact: true });
  }, refetchDelayMs);
}

/** An unknown channel is a first direct message: refetch the list. */
function noteMessage(client: QueryClient, message: NewMessage): void {
  const channels = client.getQueryData<Channel[]>(channelsKey);
  const known = channels?.find(({ id }) => id === message.channelId);
  if (!known) refetchOnce(client);
  if (!known || advance(known, message) === known) return;
  client.setQueryData<Channel[]>(channelsKey, (list) =>
    list?.map((channel) => (channel.id === known.id ? advance(channel, message) : channel)),
  );
}

/** Returns the same object if the message changes nothing, e.g. a reply only in its thread. */
function advance(channel: Channel, { seq, rev, createdAt }: NewMessage): Channel {
  const isLatest = seq !== null && seq > channel.lastSeq;
  if (!isLatest && rev <= channel.lastRev) return channel;
  const moved = { ...channel, lastRev: Math.max(channel.lastRev, rev) };
  return isLatest ? { ...moved, lastSeq: seq, lastMessageAt: createdAt } : moved;
}
