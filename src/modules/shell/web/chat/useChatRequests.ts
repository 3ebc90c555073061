import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { drawnOnServer } from '../../../../platform/web/state/drawn.ts';
import { isChatLoaded, loadChat } from './chatModule.ts';
import { openChat, uncoverPage } from './chatState.ts';

interface Requested {
  channelId?: string;
  messageId?: string | undefined;
  /** The chat was drawn open for it, and may have been closed since. */
  isDrawn?: boolean;
}

/** Opens the chat on request: the window's `chatNavigate` event, or `?channel=…&message=…` in the URL. */
export function useChatRequests(allowed: boolean): void {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const drawn = useRef(drawnOnServer().conversation);

  useEffect(() => {
    if (!allowed) return;
    const show = (event: Event) => {
      const target: Requested = (event as CustomEvent<Requested | null>).detail ?? {};
      if (!target.isDrawn) openChat();
      if (!isChatLoaded()) void redispatch(target);
    };
    window.addEventListener('chatNavigate', show);
    window.addEventListener('chatGiveWay', uncoverPage);
    return () => {
      window.removeEventListener('chatNavigate', show);
      window.removeEventListener('chatGiveWay', uncoverPage);
    };
  }, [allowed]);

  useEffect(() => {
    const parameters = new URLSearchParams(search);
    const channelId = parameters.get('channel');
    if (!allowed || !channelId) return;
    const messageId = parameters.get('message') ?? undefined;
    // Removed, so that the same link works again and a reload does not jump back.
    parameters.delete('channel');
    parameters.delete('message');
    const rest = parameters.size > 0 ? `?${parameters}` : '';
    navigate(path + rest + window.location.hash, { replace: true });
    const isDrawn = drawn.current === channelId;
    drawn.current = null;
    const detail: Requested = { channelId, messageId, isDrawn };
    window.dispatchEvent(new CustomEvent('chatNavigate', { detail }));
  }, [allowed, search, path, navigate]);
}

/** An event from before the chat was listening. */
async function redispatch(target: Requested) {
  const { chatNavigate } = await loadChat();
  chatNavigate(target);
}
