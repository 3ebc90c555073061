import { useEffect } from 'react';
import { generalChannelId } from '../directChannel.ts';
import { useChat } from '../panel/chatContext.ts';

const liveMs = 30_000;
const offlineMs = 120_000;

/** Opens a channel, and polls its newest page regardless of the socket. */
export function useFreshness(channelId: string, connected: boolean): void {
  const { history } = useChat().session;
  useEffect(() => history.open(channelId), [history, channelId]);

  const everyMs = connected || channelId === generalChannelId ? liveMs : offlineMs;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void history.refresh(channelId);
    }, everyMs);
    return () => clearInterval(timer);
  }, [history, channelId, everyMs]);
}
