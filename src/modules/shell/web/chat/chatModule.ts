import { lazy } from 'react';

let loaded = false;

/** The chat is a large part, and the first screen can be drawn without it. */
export async function loadChat() {
  const chat = await import('../../../chat/web/public.ts');
  loaded = true;
  return chat;
}

/** Until then nobody in it hears what the window says. */
export const isChatLoaded = () => loaded;

async function seen<Part>(part: Promise<Part>): Promise<{ default: Part }> {
  const found = await part;
  loaded = true;
  return { default: found };
}

export const ChatSidebarList = lazy(() =>
  seen(import('../../../chat/web/public.ts').then((chat) => chat.ChatSidebarList)),
);
export const ChatWatch = lazy(() =>
  seen(import('../../../chat/web/public.ts').then((chat) => chat.ChatWatch)),
);
export const ChatSettings = lazy(() =>
  seen(import('../../../chat/web/public.ts').then((chat) => chat.ChatSettings)),
);
