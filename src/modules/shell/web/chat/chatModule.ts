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
  { place: 'row', isLate: true },
);
export const ChatWatch = lazyPart(
  () => seen(import('../../../chat/web/public.ts').then((chat) => chat.ChatWatch)),
  { place: 'hidden', isLate: true },
);
// These two load the chat, too: they are about what it shows.
const loadNotifications = () => import('../../../chat-notifications/web/public.ts');
export const NotificationWatch = lazyPart(
  () => seen(loadNotifications().then((loaded) => loaded.NotificationWatch)),
  { place: 'hidden', isLate: true },
);
export const ChatSettings = lazyPart(
  () => seen(loadNotifications().then((loaded) => loaded.ChatSettings)),
  { place: 'dialog' },
);
