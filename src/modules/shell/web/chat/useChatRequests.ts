import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isChatLoaded, loadChat } from './chatModule.ts';
import { openChat, uncoverPage } from './chatState.ts';

/** Opens the chat on request: the window's `chatNavigate` event, or `?channel=…&message=…` in the URL. */
export function useChatRequests(allowed: boolean): void {
  const [path, navigate] = useLocation();
  const search = useSearch();

  useEffect(() => {
    if (!allowed) return;
    const show = (event: Event) => {
      openChat();
      if (!isChatLoaded()) void redispatch((event as CustomEvent).detail);
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
    window.dispatchEvent(new CustomEvent('chatNavigate', { detail: { channelId, messageId } }));
  }, [allowed, search, path, navigate]);
}

/** An event from before the chat was listening. */
async function redispatch(target: object) {
  const { chatNavigate } = await loadChat();
  chatNavigate(target);
}
