import { stored } from '../stored.ts';

const open = stored('forecourt-chat-open', false);
const widths = {
  home: stored('forecourt-chat-width-home', 450),
  shell: stored('forecourt-chat-width', 750),
};

/** Whether the chat stands beside the page, remembered from visit to visit. */
export const useChatOpen = open.use;

/** How wide the person made the chat; home has its own width. */
export const useChatWidth = (place: keyof typeof widths) => widths[place].use();
