import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mute, useChatSettings } from '../settings/settingsQuery.ts';
import { useUnread } from './useUnread.ts';

const nothing: readonly string[] = [];

/** Which conversations interrupt nobody, on every device. */
export function useMutes(me: number) {
  const client = useQueryClient();
  const ids = useChatSettings(me).data?.mutedChannels ?? nothing;
  return {
    ids: useMemo(() => new Set(ids), [ids]),
    set: (channelId: string, muted: boolean) => void mute(client, channelId, muted),
  };
}

/** What waits in a conversation; a muted one calls for nobody. */
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
