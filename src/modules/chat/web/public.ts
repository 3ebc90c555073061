import { followNavigation } from './view/chatNavigate.ts';

export type { Channel } from '../contract/channels.ts';
export type { SearchResult as FoundMessage } from '../contract/search.ts';
export { channelIcon } from './channels/channelIcon.ts';
export { openChannelDialog } from './channels/dialogs.ts';
export { PeoplePicker } from './channels/PeoplePicker.tsx';
export { useFoundChannels } from './channels/useOpenChannels.ts';
export { ChatSidebarList } from './conversations/ChatSidebarList.tsx';
export { channelName } from './conversations/conversation.ts';
export { useMarks } from './conversations/marks.ts';
export { useChannels } from './conversations/useChannels.ts';
export type { ChatExtension } from './extensions/extensions.ts';
export { CustomerDataRulesForm } from './guard/CustomerDataRulesForm.tsx';
export { ChatPanel } from './panel/ChatPanel.tsx';
export { findMatches } from './people/match.ts';
export { searchMessages } from './search/searchMessages.ts';
export { ChatSettings } from './settings/ChatSettings.tsx';
export { ChatWatch } from './view/ChatWatch.tsx';
export { chatGiveWay, chatNavigate } from './view/chatNavigate.ts';
export { showShortcuts } from './view/keys/sheet.ts';
export { closeThread } from './view/openThread.ts';

followNavigation();
