import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { chatNavigate } from '../../../chat/web/public.ts';
import { useChatOpen } from './chatState.ts';

/** Opens the chat for whoever asks: the window's `chatNavigate`, or `?channel=` in the address. */
export function useChatRequests(allowed: boolean): void {
  const [, setOpen] = useChatOpen();
  const [path, navigate] = useLocation();
  const search = useSearch();

  useEffect(() => {
    if (!allowed) return;
    const show = () => setOpen(true);
    window.addEventListener('chatNavigate', show);
    return () => window.removeEventListener('chatNavigate', show);
  }, [allowed, setOpen]);

  useEffect(() => {
    const parameters = new URLSearchParams(search);
    const channelId = parameters.get('channel');
    if (!allowed || !channelId) return;
    // Taken out, so that the same link works again and a reload does not jump back.
    parameters.delete('channel');
    const rest = parameters.size > 0 ? `?${parameters}` : '';
    navigate(path + rest + window.location.hash, { replace: true });
    chatNavigate({ channelId });
  }, [allowed, search, path, navigate]);
}
