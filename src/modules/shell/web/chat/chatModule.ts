import { lazy } from 'react';

let loaded = false;

/** The chat is a large part, and the first screen can be drawn without it. */
export async function loadChat() {
  const { ChatSidebarList: List, chatNavigate } = await import('../../../chat/web/public.ts');
  loaded = true;
  return { List, chatNavigate };
}

/** Until then nobody in it hears what the window says. */
export const isChatLoaded = () => loaded;

export const ChatSidebarList = lazy(async () => ({ default: (await loadChat()).List }));
