import { useMemo } from 'react';
import { useMutes } from '../extensions.ts';
import { useUnread } from './useUnread.ts';

/** Unread counts of a conversation; zero if muted. */
export interface Mark {
  unread: number;
  mentions: number;
  muted: boolean;
}

export type Marks = (channelId: string) => Mark;

export function useMarks(me: number): Marks {
  const { channels } = useUnread();
  const muted = useMutes(me)?.ids;
  return useMemo(
    () => (channelId) => {
      const { unread = 0, mentions = 0 } = channels.get(channelId) ?? {};
      return muted?.has(channelId)
        ? { unread: 0, mentions: 0, muted: true }
        : { unread, mentions, muted: false };
    },
    [channels, muted],
  );
}
