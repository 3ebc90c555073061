import { followNavigation } from './state/view/chatNavigate.ts';

export { type Channel, listChannels } from '../contract/channels.ts';
export type { SearchResult as FoundMessage } from '../contract/search.ts';
export { ChatSidebarList } from './conversations/ChatSidebarList.tsx';
export { CustomerDataRulesForm } from './guard/CustomerDataRulesForm.tsx';
export { ChatPanel } from './panel/ChatPanel.tsx';
export { PeoplePicker } from './parts/PeoplePicker.tsx';
export { searchMessages } from './search/searchMessages.ts';
export { openChannelDialog } from './state/conversations/channelDialogs.ts';
export { channelIcon } from './state/conversations/channelIcon.ts';
export { channelName } from './state/conversations/conversation.ts';
export { useMarks } from './state/conversations/marks.ts';
export { useChannels } from './state/conversations/useChannels.ts';
export { useFoundChannels } from './state/conversations/useOpenChannels.ts';
export type { ChatExtension, Mutes } from './state/extensions.ts';
export { findMatches } from './state/people/match.ts';
export { chatGiveWay, chatNavigate } from './state/view/chatNavigate.ts';
export { closeThread } from './state/view/openThread.ts';
export { showShortcuts } from './state/view/shortcutsSheet.ts';
export { useViewed } from './state/view/useViewed.ts';
export { ChatWatch } from './watch/ChatWatch.tsx';

followNavigation();
