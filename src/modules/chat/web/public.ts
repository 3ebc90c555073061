import { followNavigation } from './view/chatNavigate.ts';

export { ChatSidebarList } from './conversations/ChatSidebarList.tsx';
export { ChatPanel } from './panel/ChatPanel.tsx';
export { chatNavigate } from './view/chatNavigate.ts';

followNavigation();
