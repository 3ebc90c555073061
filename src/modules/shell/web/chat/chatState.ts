import { useSyncExternalStore } from 'react';
import { setWaitingCount } from '../../../../platform/web/frame/documentTitle.ts';
import { stored } from '../browser/stored.ts';
import { narrow } from '../browser/usePhone.ts';

const open = stored('forecourt-chat-open', false);
// On the phone it covers the page one came for.
if (narrow.matches) open.set(false);

const widths = {
  home: stored('forecourt-chat-width-home', 450),
  shell: stored('forecourt-chat-width', 750),
};

/** Whether the chat stands beside the page, remembered from visit to visit. */
export const useChatOpen = open.use;

/** How wide the person made the chat; home has its own width. */
export const useChatWidth = (place: keyof typeof widths) => widths[place].use();

let waiting = 0;
const watchers = new Set<() => void>();

/** How much in the chat waits for this very person. */
export const useWaiting = () => useSyncExternalStore(watchWaiting, () => waiting);

/** The tab says it too. */
export function setWaiting(count: number): void {
  waiting = count;
  setWaitingCount(count);
  for (const watcher of [...watchers]) watcher();
}

function watchWaiting(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
