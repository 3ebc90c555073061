import { useMemo } from 'react';
import { useCurrentUser } from '../../../access/web/public.ts';
import { type Channel, channelName, useChannels } from '../../../chat/web/public.ts';

export interface ChannelNames {
  options: { value: string; label: string }[];
  channelOf: (channelId: string) => Channel | undefined;
  /** `fallback`: the server's name; direct and group messages are named after their members. */
  nameOf: (channelId: string, fallback?: string) => string;
}

/** The names of the user's conversations. */
export function useChannelNames(): ChannelNames {
  const { data } = useChannels();
  const me = useCurrentUser()?.id ?? 0;
  return useMemo(() => {
    const channelsById = new Map((data ?? []).map((channel) => [channel.id, channel]));
    const options = [...channelsById.values()]
      .filter(({ archivedAt, lastSeq }) => archivedAt === null && lastSeq > 0)
      .map((channel) => ({ value: channel.id, label: channelName(channel, me) }));
    return {
      options,
      channelOf: (channelId) => channelsById.get(channelId),
      nameOf(channelId, fallback = '') {
        const channel = channelsById.get(channelId);
        return (channel && channelName(channel, me)) || fallback || 'A conversation';
      },
    };
  }, [data, me]);
}
