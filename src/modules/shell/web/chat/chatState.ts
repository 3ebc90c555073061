import { useSyncExternalStore } from 'react';
import { setWaitingCount } from '../../../../platform/web/frame/documentTitle.ts';
import { stored } from '../browser/stored.ts';
import { narrow } from '../browser/usePhone.ts';

const open = stored('forecourt-chat-open', false);
// On a phone it would cover the page.
if (narrow.matches) open.set(false);

const widths = {
  home: stored('forecourt-chat-width-home', 450),
  shell: stored('forecourt-chat-width', 750),
};

/** Whether the chat is open, remembered across visits. */
export const useChatOpen = open.use;

/** Width set by the user; the home page has its own. */
export const useChatWidth = (layout: keyof typeof widths) => widths[layout].use();

let waiting = 0;
const watchers = new Set<() => void>();

/** Unread messages that need this user’s attention. */
export const useWaiting = () => useSyncExternalStore(watchWaiting, () => waiting);

/** Also shown in the tab title. */
export function setWaiting(count: number): void {
  waiting = count;
  setWaitingCount(count);
  for (const watcher of [...watchers]) watcher();
}

function watchWaiting(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
