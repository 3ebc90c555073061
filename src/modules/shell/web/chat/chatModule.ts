import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';

let loaded = false;

/** The chat is large, and the first screen can be drawn without it. */
export async function loadChat() {
  const chat = await import('../../../chat/web/public.ts');
  loaded = true;
  return chat;
}

/** Until then window events are not handled. */
export const isChatLoaded = () => loaded;

async function seen<Part>(part: Promise<Part>): Promise<{ default: Part }> {
  const found = await part;
  loaded = true;
  return { default: found };
}

export const ChatSidebarList = lazyPart(
  () => seen(import('../../../chat/web/public.ts').then((chat) => chat.ChatSidebarList)),
  { place: 'row' },
);
export const ChatWatch = lazyPart(
  () => seen(import('../../../chat/web/public.ts').then((chat) => chat.ChatWatch)),
  { place: 'hidden' },
);
export const ChatSettings = lazyPart(
  () => seen(import('../../../chat/web/public.ts').then((chat) => chat.ChatSettings)),
  { place: 'dialog' },
);
