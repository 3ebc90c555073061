import { useMemo } from 'react';
import { useCurrentUser } from '../../../access/web/public.ts';
import { type Channel, channelName, useChannels } from '../../../chat/web/public.ts';

export interface ChannelNames {
  options: { value: string; label: string }[];
  channelOf: (channelId: string) => Channel | undefined;
  /** `given`: what the server calls it; direct and group messages are called by their people. */
  nameOf: (channelId: string, given?: string) => string;
}

/** What my conversations are called. */
export function useChannelNames(): ChannelNames {
  const { data } = useChannels();
  const me = useCurrentUser()?.id ?? 0;
  return useMemo(() => {
    const known = new Map((data ?? []).map((channel) => [channel.id, channel]));
    const options = [...known.values()]
      .filter(({ archivedAt, lastSeq }) => archivedAt === null && lastSeq > 0)
      .map((channel) => ({ value: channel.id, label: channelName(channel, me) }));
    return {
      options,
      channelOf: (channelId) => known.get(channelId),
      nameOf(channelId, given = '') {
        const channel = known.get(channelId);
        return (channel && channelName(channel, me)) || given || 'A conversation';
      },
    };
  }, [data, me]);
}
