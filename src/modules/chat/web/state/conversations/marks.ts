import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mute, useChatSettings } from '../settings/settingsQuery.ts';
import { useUnread } from './useUnread.ts';

const nothing: readonly string[] = [];

/** The muted conversations, on every device. */
export function useMutes(me: number) {
  const client = useQueryClient();
  const ids = useChatSettings(me).data?.mutedChannels ?? nothing;
  return {
    ids: useMemo(() => new Set(ids), [ids]),
    set: (channelId: string, muted: boolean) => void mute(client, channelId, muted),
  };
}

/** Unread counts of a conversation; zero if muted. */
export interface Mark {
  unread: number;
  mentions: number;
  muted: boolean;
}

export type Marks = (channelId: string) => Mark;

export function useMarks(me: number): Marks {
  const { channels } = useUnread();
  const { ids } = useMutes(me);
  return useMemo(
    () => (channelId) => {
      const { unread = 0, mentions = 0 } = channels.get(channelId) ?? {};
      const muted = ids.has(channelId);
      return muted ? { unread: 0, mentions: 0, muted } : { unread, mentions, muted };
    },
    [channels, ids],
  );
}
