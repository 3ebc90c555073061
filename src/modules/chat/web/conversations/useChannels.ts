import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ready } from '../../../../platform/contract/socket.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { userPermissionsUpdated } from '../../../people/contract.ts';
import { type Channel, channelChanged, listChannels } from '../../contract/channels.ts';
import { type NewMessage, newMessage } from '../../contract.ts';

const channelsKey = queryKeyFor(listChannels);
const askAfterMs = 100;

/** The channels I may read, kept current by what arrives on the socket. */
export function useChannels() {
  const client = useQueryClient();
  const listAgain = () => askAgain(client);
  useSocketEvent(newMessage, (message) => noteMessage(client, message));
  useSocketEvent(ready, listAgain);
  useSocketEvent(channelChanged, listAgain);
  useSocketEvent(userPermissionsUpdated, listAgain);
  return useQuery(queryOptionsFor(listChannels));
}

const asking = new WeakSet<QueryClient>();

/** Several lists on one page hear the same news, and one question serves them all. */
function askAgain(client: QueryClient): void {
  if (asking.has(client)) return;
  asking.add(client);
  setTimeout(() => {
    asking.delete(client);
    void client.invalidateQueries({ queryKey: channelsKey, exact: true });
  }, askAfterMs);
}

/** A channel never seen before is somebody's first direct message: the list is asked for anew. */
function noteMessage(client: QueryClient, message: NewMessage): void {
  const channels = client.getQueryData<Channel[]>(channelsKey);
  const known = channels?.find(({ id }) => id === message.channelId);
  if (!known) askAgain(client);
  if (!known || advance(known, message) === known) return;
  client.setQueryData<Channel[]>(channelsKey, (list) =>
    list?.map((channel) => (channel.id === known.id ? advance(channel, message) : channel)),
  );
}

/** The very same channel where the message is no news; a reply that stays in its thread is none. */
function advance(channel: Channel, { seq, rev, createdAt }: NewMessage): Channel {
  const isLatest = seq !== null && seq > channel.lastSeq;
  if (!isLatest && rev <= channel.lastRev) return channel;
  const moved = { ...channel, lastRev: Math.max(channel.lastRev, rev) };
  return isLatest ? { ...moved, lastSeq: seq, lastMessageAt: createdAt } : moved;
}
