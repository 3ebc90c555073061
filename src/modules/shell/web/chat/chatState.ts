import { useSyncExternalStore } from 'react';
import { createStore } from '../../../../platform/web/state/createStore.ts';
import { drawnOnServer } from '../../../../platform/web/state/drawn.ts';
import { setWaitingCount } from '../../../../platform/web/ui/frame/documentTitle.ts';
import { stored } from '../browser/stored.ts';

/** A window so narrow that panels cover the page. */
const narrow = typeof window === 'undefined' ? undefined : window.matchMedia('(width < 48rem)');

const open = stored<boolean>('forecourt-chat-open', false);
if (narrow) {
  if (drawnOnServer().conversation) open.set(true);
  // On a phone it would cover the page.
  else if (narrow.matches) open.set(false);
}

const widths = {
  home: stored<number>('forecourt-chat-width-home', 450),
  shell: stored<number>('forecourt-chat-width', 750),
};

/** Whether the chat is open, remembered across visits. */
export const useChatOpen = open.use;

export const openChat = () => open.set(true);

/** Closes it if it covers the page. */
export const uncoverPage = () => narrow?.matches && open.set(false);

function watchCover(notify: () => void): () => void {
  const stop = open.watch(notify);
  narrow?.addEventListener('change', notify);
  return () => {
    stop();
    narrow?.removeEventListener('change', notify);
  };
}
const isCover = () => narrow?.matches === true && open.get();
const noCover = () => false;

/** Whether the chat covers the page. */
export const useChatCovers = () => useSyncExternalStore(watchCover, isCover, noCover);

/** Width set by the user; the home page has its own. */
export const useChatWidth = (layout: keyof typeof widths) => widths[layout].use();

const waiting = createStore(0);

/** Unread messages that need this user’s attention. */
export const useWaiting = () => useSyncExternalStore(waiting.watch, waiting.get, noneYet);
const noneYet = () => 0;

/** Also shown in the tab title. */
export function setWaiting(count: number): void {
  setWaitingCount(count);
  waiting.set(count);
}
