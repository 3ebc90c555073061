import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { ReadState } from '../../contract/personal.ts';
import { loadUnread, unreadKey, unreadOf } from '../session/reading/unreadOf.ts';
import type { UnreadReply } from '../store/unread.ts';

export type ChannelUnread = Pick<ReadState, 'unread' | 'mentions' | 'lastReadSeq' | 'version'>;

export interface Unread {
  channels: ReadonlyMap<string, ChannelUnread>;
  /** Followed threads with replies not yet read. */
  threads: number;
  /** Starred messages. */
  starred: number;
  /** In all channels together. */
  totalMentions: number;
}

/** What I have not read, kept current by what arrives on the socket. A number of 100 stands for more. */
export function useUnread(): Unread {
  const me = useCurrentUser()?.id;
  const connection = useConnection();
  const client = useQueryClient();
  const book = connection && me !== undefined ? unreadOf(connection, me, client) : null;
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: book ? ({ signal }) => loadUnread(book, signal) : skipToken,
  });
  return useMemo(() => summed(data), [data]);
}

const nothing: UnreadReply = { channels: [], threads: 0, starred: 0 };

function summed({ channels, threads, starred }: UnreadReply = nothing): Unread {
  const mentions = channels.reduce((sum, channel) => sum + channel.mentions, 0);
  return {
    channels: new Map(channels.map((channel) => [channel.channelId, channel])),
    threads,
    starred,
    totalMentions: Math.min(100, mentions),
  };
}
