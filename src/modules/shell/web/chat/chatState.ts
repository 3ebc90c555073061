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
