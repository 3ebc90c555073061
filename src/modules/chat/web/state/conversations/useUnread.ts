import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConnection } from '../../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useCurrentUser } from '../../../../access/web/public.ts';
import type { ReadState } from '../../../contract/personal.ts';
import { loadUnread, unreadKey, unreadOf } from '../session/reading/unreadOf.ts';
import type { UnreadReply } from '../store/unread.ts';

export type ChannelUnread = Pick<ReadState, 'unread' | 'mentions' | 'lastReadSeq' | 'version'>;

export interface Unread {
  channels: ReadonlyMap<string, ChannelUnread>;
  /** Followed threads with unread replies. */
  threads: number;
  /** Starred messages. */
  starred: number;
  /** Across all channels. */
  totalMentions: number;
  /** Until they are here, there seems to be nothing unread. */
  isPending: boolean;
}

/** My unread counts, kept current by socket events. Capped at 100, shown as 99+. */
export function useUnread(): Unread {
  const me = useCurrentUser()?.id;
  const connection = useConnection();
  const client = useQueryClient();
  const unreadStore = connection && me !== undefined ? unreadOf(connection, me, client) : null;
  const { data, isPending } = useQuery({
    queryKey: unreadKey,
    queryFn: unreadStore ? ({ signal }) => loadUnread(unreadStore, signal) : skipToken,
  });
  return useMemo(() => ({ ...summed(data), isPending }), [data, isPending]);
}

const nothing: UnreadReply = { channels: [], threads: 0, starred: 0 };

function summed({ channels, threads, starred }: UnreadReply = nothing): Omit<Unread, 'isPending'> {
  const mentions = channels.reduce((sum, channel) => sum + channel.mentions, 0);
  return {
    channels: new Map(channels.map((channel) => [channel.channelId, channel])),
    threads,
    starred,
    totalMentions: Math.min(100, mentions),
  };
}
